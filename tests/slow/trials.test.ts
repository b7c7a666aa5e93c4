// These unit tests with all their random trials and their expensive inputs: this import has to be the first
import './all-trials.ts'
import '../../contract/price-rules.test.ts'
import '../../src/features/search/offer.test.ts'
import '../../src/features/selfie/check/tiny-face.test.ts'
import '../../src/lib/outbox/make-queue.test.ts'
import '../../src/lib/sha256.test.ts'
