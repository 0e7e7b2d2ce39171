import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { openTestServer, serverVariable } from '../test/support/server.ts'

// Runs the tests beside one PostgreSQL that they share. `npm test -- src/db` runs those below a folder, and whatever begins
// with a dash is for `node --test`: `npm test -- --test-name-pattern=refund`.

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const places = given.filter((argument) => !argument.startsWith('-'))
const patterns = places.length > 0 ? places.map(patternOf) : ['src/**/*.test.ts', 'test/**/*.test.ts']

function patternOf(place: string): string {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? `${place.replace(/\/$/, '')}/**/*.test.ts` : place
}

let interrupted: NodeJS.Signals | undefined
let stopTests: (() => void) | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted ??= signal
    stopTests?.()
  })
}

const server = await openTestServer()
try {
  process.exitCode = interrupted === undefined ? await runTests() : 1
} finally {
  await server.close()
}

function runTests(): Promise<number> {
  const tests = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', '--test-timeout=300000', ...options, ...patterns],
    {
      stdio: 'inherit',
      env: { ...process.env, [serverVariable]: JSON.stringify(server.connection) },
    },
  )
  stopTests = () => tests.kill('SIGTERM')
  return new Promise((resolve, reject) => {
    tests.on('error', reject)
    tests.on('exit', (code) => resolve(code === 0 && interrupted === undefined ? 0 : code || 1))
  })
}
