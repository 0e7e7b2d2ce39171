import { tmpdir } from 'node:os'

/** By this variable `scripts/test.ts` names the folder of what the next run of tests uses again. */
export const keptFolderVariable = 'QIST_TEST_KEPT'

/** The folder of the unpacked browser and of compiled sources: temporary files of tests are gone after the run. */
export function keptFolder(): string {
  return process.env[keptFolderVariable] ?? tmpdir()
}
