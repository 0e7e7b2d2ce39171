import { tmpdir } from 'node:os'

/** The variable in which `scripts/test.ts` passes the folder that survives test runs. */
export const keptFolderVariable = 'QIST_TEST_KEPT'

/** A folder for the unpacked browser and the compile cache. Other temporary files are removed after the run. */
export function keptFolder(): string {
  return process.env[keptFolderVariable] ?? tmpdir()
}
