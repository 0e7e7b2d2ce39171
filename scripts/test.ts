import { openTestServer, serverVariable } from '../test/support/server.ts'
import { runTests } from './run-tests.ts'

// Runs the tests beside one PostgreSQL that they share. `npm test -- src/platform/db` runs those below a folder, and options are those of
// `node --test`: `npm test -- --test-name-pattern=refund`. At the end it prints the slowest files.

const server = await openTestServer()
try {
  const env = { [serverVariable]: JSON.stringify(server.connection) }
  process.exitCode = await runTests(process.argv.slice(2), ['src/**/*.test.ts', 'test/**/*.test.ts'], env)
} finally {
  await server.close()
}
