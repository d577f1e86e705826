package dev.frazil.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Files whose every choice is a fuzzer's: the committed inputs in every build, without end under
/// `JAZZER_FUZZ=1`.
@DisabledOnOs(OS.WINDOWS)
class BatchFuzzTest {
  @FuzzTest(maxDuration = "0s")
  void everyFileReadsBackAsItWasWritten(byte[] input) throws IOException {
    FuzzedRandom random = new FuzzedRandom(input);
    EngineRun.verified(RandomFiles.next(random), random);
  }
}
