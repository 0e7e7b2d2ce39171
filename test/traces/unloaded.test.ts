import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../testkit/service.ts'
import { openCollector } from '../support/collector.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService } from '../support/service-process.ts'

// The process prints each module that it loads. The metrics' library loads the API, which does nothing by itself.
const telling = `import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    const [, path] = url.split(/\\/node_modules\\/(?=@opentelemetry\\/(?!api\\/))|\\/src\\/platform\\/(?=adapters\\/traces\\/|app\\/trace-app)/)
    if (path !== undefined) console.error('traces module ' + path)
    return next(url, context)
  } })`

async function loadedBy(env: NodeJS.ProcessEnv): Promise<string[]> {
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(telling)}"`
  const service = spawnService({ ...env, NODE_OPTIONS })
  const address = await addressOf(service)
  assert.equal((await fetch(`${address}/api/v2/payments`)).status, 401)
  assert.equal((await fetch(`${address}/metrics`)).status, 200)
  return service.lines.flatMap((line) => /^traces module (.*)/.exec(line)?.[1] ?? [])
}

test('without a collector no tracing module is loaded', async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const collector = await openCollector()
  cleanUp(() => collector.close())
  const env = { DATABASE_URL: database.url, DATA_DIR: newDataDir() }
  for (const PROCESSES of ['1', '2']) assert.deepEqual(await loadedBy({ ...env, PROCESSES }), [])
  const loaded = await loadedBy({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  assert.ok(loaded.some((path) => path.startsWith('@opentelemetry/sdk-trace/')))
  assert.ok(loaded.includes('adapters/traces/open-traces.ts'))
})
