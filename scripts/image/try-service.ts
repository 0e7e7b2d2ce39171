import assert from 'node:assert/strict'
import { join } from 'node:path'
import { findPorts } from '../../src/entries/processes/first-process.ts'
import { readConfig } from '../../src/platform/app/config.ts'
import { formatUrl } from '../../src/platform/db/connection.ts'
import { openEmbedded } from '../../src/platform/db/embedded/open-embedded.ts'
import { openTestBucket, type TestBucket } from '../../test/support/bucket.ts'
import { makeRoles, makeSecrets, readCompose } from '../../test/support/compose.ts'
import { openFreezingProxy } from '../../testkit/freezing-proxy.ts'
import { openShop } from '../../testkit/shop.ts'
import { retry } from '../../testkit/timeouts.ts'
import type { Containers } from './containers.ts'

const silent = { info: () => undefined, warn: () => undefined }
const settings = { NODE_IMAGE: 'given', BASE_URL: 'https://uae.test', KSA_BASE_URL: 'https://ksa.test' }

/**
 * Runs the image with the settings and secrets of compose.yaml on its own PostgreSQL, and reports each check. Throws at
 * the first failed one.
 */
export async function tryService(work: string, containers: Containers, say: (what: string) => void): Promise<void> {
  const server = await openEmbedded({ dataDir: join(work, 'database'), log: silent })
  // The server listens on a socket that the container's user may not enter.
  const proxy = await openFreezingProxy(server.connection)
  const bucket = await openTestBucket()
  try {
    const secrets = makeSecrets(work)
    const { service, owner } = await makeRoles(server.connection, secrets)
    const ports = await findPorts(readConfig({ PORT: '0', KSA_PORT: '0' }, work))
    const reached = { host: '127.0.0.1', port: proxy.port }
    const env = {
      ...readCompose(settings).services['service']?.environment,
      ...{ DATABASE_URL_FILE: '', MIGRATION_DATABASE_URL_FILE: '' },
      ...{ DATABASE_URL: formatUrl({ ...service, ...reached }) },
      ...{ MIGRATION_DATABASE_URL: formatUrl({ ...owner, ...reached }) },
      // The container uses this machine's network, where the usual ports may be taken.
      ...{ HOST: '127.0.0.1', PORT: String(ports.uae), KSA_PORT: String(ports.ksa) },
    }
    const keys = ['secrets_key', 'signing_key'].map((name) => `${secrets}/${name}:/run/secrets/${name}:ro`)
    await refusesToStart(containers, env)
    say('without a database, and without a place for attachments, it ends with one line that says what to set')
    await serves(containers, env, [...keys, 'attachments:/data'])
    say('serves read-only as 10001 without rights, with a volume of its own; SIGTERM ends it with 0')
    await serves(containers, { ...env, PROCESSES: '2', ...bucketOf(bucket) }, keys)
    say('serves with two processes and a bucket, and nothing to write to')
  } finally {
    await bucket.close()
    await proxy.close()
    await server.close()
  }
}

function bucketOf({ bucket, endpoint }: TestBucket): NodeJS.ProcessEnv {
  const credentials = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  return { ATTACHMENTS_BUCKET: bucket, ATTACHMENTS_ENDPOINT: endpoint, ...credentials }
}

async function refusesToStart(containers: Containers, env: NodeJS.ProcessEnv): Promise<void> {
  const inFiles = { SECRETS_KEY_FILE: '', SIGNING_KEY_FILE: '' }
  const keys = { SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16), ...inFiles }
  const cases = [
    [{}, /^(The data folder \/data|No embedded PostgreSQL).*set .*DATABASE_URL/],
    [{ ...env, ...keys }, /^E[A-Z]+: .*\/data\/attachments.*: set DATA_DIR .*, or ATTACHMENTS_BUCKET$/],
  ] as const
  for (const [given, line] of cases) {
    const refused = containers.start('qist-refused', given, [])
    assert.equal(await refused.waitForEnd(), 1, refused.lines.join('\n'))
    assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
    assert.match(refused.lines[0] ?? '', line)
  }
}

const firstCheck = `
  const { readFileSync } = require('node:fs')
  const [, effective] = /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/1/status'))
  console.log(readFileSync('/proc/1/comm', 'utf8').trim(), process.getuid(), Number(effective))`

const countZombies = `
  const { readdirSync, readFileSync } = require('node:fs')
  const stats = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map((name) => readFileSync('/proc/' + name + '/stat', 'utf8'))
  console.log(stats.filter((stat) => /\\) Z /.test(stat)).length)`

async function serves(containers: Containers, env: NodeJS.ProcessEnv, mounts: readonly string[]): Promise<void> {
  const name = 'qist-serving'
  const service = containers.start(name, env, mounts)
  await service.waitForLine(/^Qist serves \(production\)/)
  const baseUrl = `http://127.0.0.1:${env['PORT']}`
  assert.equal((await fetch(`${baseUrl}/health`)).status, 200)
  assert.match(await containers.exec(name, 'node', '/app/check-health.js'), /^\{"status":"ok"/)
  assert.equal(await containers.exec(name, 'node', '-e', firstCheck), 'tini 10001 0')
  await assert.rejects(containers.exec(name, 'touch', '/app/x'), /Read-only file system/)
  const merchant = ['merchant', 'create', '--name', 'Tried', '--region', 'uae', '--store', 'main:AE', '--json']
  const { keys } = JSON.parse(await containers.exec(name, 'qist', ...merchant))
  const shop = openShop(baseUrl, keys.test.secret, { merchantCode: 'main' })
  assert.equal((await shop.checkout()).status, 200)
  // An orphan of an interrupted command becomes a child of the first process.
  await containers.exec(name, 'sh', '-c', 'sleep 0.1 &')
  await retry('no zombie is left', async () => (await containers.exec(name, 'node', '-e', countZombies)) === '0')
  service.kill('SIGTERM')
  assert.equal(await service.waitForEnd(), 0, service.lines.join('\n'))
}
