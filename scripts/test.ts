import { tmpdir } from 'node:os'
import { keptFolderVariable } from '../test/support/kept-folder.ts'
import { openTestServer, serverVariable } from '../test/support/server.ts'
import { runTests } from './run-tests.ts'
import { makeTemporaryFolder } from './tests/temporary-folder.ts'

// Runs the tests with one shared PostgreSQL. `npm test -- src/platform/db` runs those below a folder. Options are those
// of `node --test`: `npm test -- --test-name-pattern=refund`. At the end it prints the slowest files.

process.env[keptFolderVariable] ??= tmpdir()
const temporary = makeTemporaryFolder()
process.env['TMPDIR'] = temporary.path
try {
  const server = await openTestServer(temporary.path)
  const env = { [serverVariable]: JSON.stringify(server.connection) }
  process.exitCode = await runTests(process.argv.slice(2), ['src/**/*.test.ts', 'test/**/*.test.ts'], env).finally(
    server.close,
  )
} finally {
  temporary.remove()
}
