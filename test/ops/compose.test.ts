import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { stopMs } from '../../src/entries/processes/limits.ts'
import { readConfig, variables } from '../../src/platform/app/config.ts'
import { formatUrl } from '../../src/platform/db/connection.ts'
import { type Embedded, openEmbedded } from '../../src/platform/db/embedded/open-embedded.ts'
import { queryOnce } from '../../testkit/query.ts'
import { composeText, makeRoles, makeSecrets, readCompose } from '../support/compose.ts'
import { newDataDir, spawnService } from '../support/service-process.ts'

// Checks `compose.yaml` and its files without images; scripts/try-image.ts checks the image.

const root = join(import.meta.dirname, '../..')
const settings = { NODE_IMAGE: 'node@sha256:0', BASE_URL: 'https://uae.test', KSA_BASE_URL: 'https://ksa.test' }
const compose = readCompose(settings)
const { service } = compose.services
assert.ok(service !== undefined)
const environment = service.environment ?? {}

const work = mkdtempSync(join(tmpdir(), 'qist-compose-'))
const secrets = join(work, 'secrets')
let server: Embedded
before(async () => {
  makeSecrets(work)
  // A server of its own, because roles belong to all databases of a server.
  const log = { info: () => undefined, warn: () => undefined }
  server = await openEmbedded({ dataDir: join(work, 'data'), log })
})
after(async () => {
  await server.close()
  rmSync(work, { recursive: true, force: true })
})

test('every variable of compose.yaml for the service is one of its settings', () => {
  const known = variables.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name]))
  // The bucket's client reads these itself.
  known.push('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY')
  const unknown = Object.keys(environment).filter((name) => !known.includes(name))
  assert.deepEqual(unknown, [])
})

test('every setting of the example and of the guide exists in compose.yaml', () => {
  const example = readFileSync(join(root, 'ops/compose/example.env'), 'utf8')
  const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  assert.ok(named.length > 5)
  for (const name of named) assert.match(composeText, new RegExp(`\\$\\{${name}[:}]`), name)
  for (const name of Object.keys(settings)) assert.ok(named.includes(name), name)
})

test('without the image or the public addresses nothing starts', () => {
  for (const name of Object.keys(settings)) {
    assert.throws(() => readCompose({ ...settings, [name]: '' }), new RegExp(name))
  }
})

test('every mounted file exists, and every name resolves', () => {
  const all = Object.values(compose.services)
  for (const { volumes = [], networks, depends_on = {}, secrets: used = [] } of all) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':')
      assert.ok(source.startsWith('./') ? existsSync(join(root, source)) : source in compose.volumes, volume)
    }
    for (const network of networks) assert.ok(network in compose.networks, network)
    for (const name of Object.keys(depends_on)) assert.ok(compose.services[name]?.healthcheck, name)
    for (const secret of used)
      assert.ok((typeof secret === 'string' ? secret : secret.source) in compose.secrets, String(secret))
  }
  assert.match(readFileSync(join(root, 'ops/prometheus/prometheus.yml'), 'utf8'), /targets: \[service:8080\]/)
})

test('each container is confined, monitored and limited, and reachable from this machine only', () => {
  for (const [name, each] of Object.entries(compose.services)) {
    assert.deepEqual([each.read_only, each.cap_drop], [true, ['ALL']], name)
    assert.deepEqual(each.security_opt, ['no-new-privileges:true'], name)
    assert.ok(each.healthcheck && each.deploy.resources.limits, name)
    for (const port of each.ports ?? []) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/, name)
  }
  const { ports } = readConfig({}, '/')
  assert.deepEqual(
    service.ports?.map((port) => Number(port.split(':')[2])),
    [ports.uae, ports.ksa],
  )
  assert.ok(Number.parseInt(service.stop_grace_period ?? '', 10) * 1000 > stopMs)
})

test('secrets are made once, readable by their owner only, and are those of compose.yaml', () => {
  const files = Object.values(compose.secrets).map(({ file }) => file.replace('ops/compose/secrets/', ''))
  assert.deepEqual(readdirSync(secrets).sort(), files.sort())
  assert.equal(statSync(secrets).mode & 0o077, 0)
  const before = readFileSync(join(secrets, 'secrets_key'), 'utf8')
  assert.throws(() => execFileSync(join(work, 'new-secrets.sh'), { stdio: 'ignore' }))
  assert.equal(readFileSync(join(secrets, 'secrets_key'), 'utf8'), before)
})

test('with these settings and secrets the service serves in production, by a login that owns nothing', async () => {
  const { service: login, owner } = await makeRoles(server.connection, secrets)
  const env = {
    ...{ ...environment, DATABASE_URL_FILE: '', MIGRATION_DATABASE_URL_FILE: '', DATA_DIR: newDataDir() },
    ...{ DATABASE_URL: formatUrl(login), MIGRATION_DATABASE_URL: formatUrl(owner) },
    SECRETS_KEY_FILE: environment['SECRETS_KEY_FILE']?.replace('/run/secrets', secrets),
    SIGNING_KEY_FILE: environment['SIGNING_KEY_FILE']?.replace('/run/secrets', secrets),
  }
  // Its public addresses do not resolve.
  await spawnService(env).waitForLine(/^Qist serves \(production\)/)
  const owners = `select tableowner from pg_tables where schemaname = 'public' group by 1`
  assert.deepEqual(await queryOnce(owner, owners), [{ tableowner: 'qist_owner' }])
})
