import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../testkit/service.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService } from '../support/service-process.ts'

// The process prints each module that it loads.
const telling = `import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    const [, path] = url.split('/src/rehearsal/')
    if (path !== undefined) console.error('sandbox module ' + path)
    return next(url, context)
  } })`

/** The sandbox modules that a serving process has loaded. */
async function loadedBy(mode: 'sandbox' | 'production', env: NodeJS.ProcessEnv): Promise<string[]> {
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(telling)}"`
  const service = spawnService({ ...env, QIST_MODE: mode, NODE_OPTIONS })
  const address = await addressOf(service)
  assert.equal((await fetch(`${address}/api/v2/payments`)).status, 401)
  assert.equal((await fetch(`${address}/openapi.json`)).status, 200)
  // Only a sandbox has a start page.
  assert.equal((await fetch(address)).status, mode === 'sandbox' ? 200 : 404)
  return service.lines.flatMap((line) => /^sandbox module (.*)/.exec(line)?.[1] ?? [])
}

test('production loads only the sandbox modules that detect remains of a sandbox', async () => {
  const newEnv = async (): Promise<NodeJS.ProcessEnv> => {
    const database = await openTestDatabase()
    cleanUp(() => database.close())
    return {
      DATABASE_URL: database.url,
      DATA_DIR: newDataDir(),
      SECRETS_KEY: 'a1b2'.repeat(16),
      SIGNING_KEY: 'c3d4'.repeat(16),
    }
  }
  const env = await newEnv()
  for (const processes of ['1', '2']) {
    const loaded = await loadedBy('production', { ...env, PROCESSES: processes })
    assert.ok(loaded.includes('sandbox/production/require-production.ts'))
    assert.deepEqual(
      loaded.filter((path) => !/^sandbox\/production\//.test(path)),
      [],
    )
  }
  const inSandbox = await loadedBy('sandbox', await newEnv())
  for (const path of [
    'sandbox/routes.ts',
    'faults/hooks.ts',
    'journal/hooks.ts',
    'sandbox/works.ts',
    'sandbox/open-demo.ts',
  ])
    assert.ok(inSandbox.includes(path), path)
})
