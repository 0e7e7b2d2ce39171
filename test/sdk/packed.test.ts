import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { build } from 'esbuild'
import { listen } from '../../testkit/listen.ts'
import { checkoutBody, demoKey } from '../../testkit/shop.ts'
import { openBrowser } from '../pages/browser.ts'
import { machineNode } from '../support/machine-node.ts'
import { packSdk } from '../support/packed-sdk.ts'
import { startTestService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'node_modules/.bin')

/** A new project with only the packed SDK. */
let project: string
before(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'qist-sdk-')))
  writeFileSync(join(project, 'package.json'), '{"name":"shop","private":true,"type":"module"}')
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', packSdk(project)], { cwd: project })
})
after(() => rmSync(project, { recursive: true, force: true }))

test('the package has only the required files and no dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@qist/sdk/package.json'), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  const files = execFileSync('find', ['.', '-type', 'f'], {
    cwd: join(project, 'node_modules/@qist/sdk'),
    encoding: 'utf8',
  })
  for (const file of files.trim().split('\n'))
    assert.match(file, /^\.\/(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/)
  assert.match(files, /\.\/LICENSE\n/)
  assert.doesNotMatch(files, /former/)
})

test('every entry can be imported and required, by each installed Node', () => {
  const entries = ['', '/webhooks', '/sandbox', '/browser'].map((entry) => `@qist/sdk${entry}`)
  const names = "['Qist','verifyWebhook','Sandbox','Checkout'].map((name, index) => typeof modules[index][name]).join()"
  writeFileSync(
    join(project, 'imported.mjs'),
    `const modules = await Promise.all(${JSON.stringify(entries)}.map((entry) => import(entry)))\nconsole.log(${names})`,
  )
  writeFileSync(
    join(project, 'required.cjs'),
    `const modules = ${JSON.stringify(entries)}.map((entry) => require(entry))\nconsole.log(${names})`,
  )
  const machines = machineNode()
  for (const node of machines === undefined ? [process.execPath] : [process.execPath, machines]) {
    for (const script of ['imported.mjs', 'required.cjs']) {
      const { stdout, stderr } = spawnSync(node, [script], { cwd: project, encoding: 'utf8' })
      assert.equal(stdout.trim(), 'function,function,function,function', `${node} ${script}: ${stderr}`)
    }
  }
})

const program1 = `import { Qist, QistError, type Payment } from '@qist/sdk'
import { Sandbox } from '@qist/sdk/sandbox'
import { verifyWebhook } from '@qist/sdk/webhooks'
import { Checkout } from '@qist/sdk/browser'
const qist = new Qist({ url: 'http://x', secretKey: 'sk_test_1' })
export async function pay(id: string): Promise<Payment> {
  for await (const { amount } of qist.listPayments({ status: 'captured' })) amount.toUpperCase()
  const { notification } = await verifyWebhook({ body: '', headers: {}, secret: 'whsec_' })
  if (notification.status === 'authorized') await new Sandbox({ url: '', secretKey: '' }).customer.authorize(id)
  void new Checkout({ url: '', publicKey: 'pk_' }).getSession(id)
  return qist.capturePayment(id, { amount: '1.00', reference_id: 'r' }).catch((error: QistError) => Promise.reject(error.errorType))
}
`
const wrong = [
  "qist.capturePayment('id', { amount: '1.00' })",
  "qist.refundPayment('id', { amount: '1.00' })",
  "qist.capturePayment('id', { amount: 1, reference_id: 'r' })",
  'qist.getPayment()',
  'qist.noSuchMethod()',
]

/** Names that a README assumes, unless it declares them. */
const given: Readonly<Record<string, string>> = {
  qist: "import('@qist/sdk').Qist",
  order: "import('@qist/sdk').Operations['createSession']['body']",
  body: 'string',
  headers: 'Headers',
  url: 'string',
  paymentId: 'string',
  process: '{ readonly env: Readonly<Record<string, string | undefined>> }',
}

test("the README's examples compile", () => {
  const folder = join(project, 'readme')
  mkdirSync(folder)
  const readme = readFileSync(join(project, 'node_modules/@qist/sdk/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block)
  assert.equal(blocks.length, 5)
  const files = blocks.map((block, index) => {
    const declared = Object.entries(given).filter(([name]) => !new RegExp(`const (\\{[^}]*)?\\b${name}\\b`).test(block))
    const lines = declared.map(([name, type]) => `declare const ${name}: ${type}\n`)
    writeFileSync(join(folder, `${index}.ts`), `${lines.join('')}${block}\nexport {}\n`)
    return `${index}.ts`
  })
  const { status, stdout } = compileIn(folder, 'nodenext', files)
  assert.equal(status, 0, stdout)
})

function compileIn(cwd: string, resolution: string, files: readonly string[]) {
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
  const how = ['--noEmit', '--strict', '--target', 'es2022', '--types', '', '--lib', 'es2023,dom']
  const modules = ['--module', module, '--moduleResolution', resolution]
  return spawnSync(join(program, 'tsc'), [...how, ...modules, ...files], { cwd, encoding: 'utf8' })
}

for (const resolution of ['nodenext', 'bundler']) {
  test(`its types work with moduleResolution ${resolution}; a movement needs a reference and amounts as text`, () => {
    const folder = join(project, resolution)
    mkdirSync(folder)
    writeFileSync(join(folder, 'right.ts'), program1)
    const compile = (file: string) => compileIn(folder, resolution, [file])
    const { status, stdout } = compile('right.ts')
    assert.equal(status, 0, stdout)
    const lines = wrong.map((line) => `void ${line}`)
    writeFileSync(
      join(folder, 'wrong.ts'),
      `import { Qist } from '@qist/sdk'\ndeclare const qist: Qist\n${lines.join('\n')}\n`,
    )
    const found = compile('wrong.ts').stdout
    for (const [index, line] of lines.entries())
      assert.match(found, new RegExp(`wrong\\.ts\\(${index + 3},`), `${line}\n${found}`)
  })
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    ...{ stdin: { contents: `export * from '@qist/sdk${entry}'`, resolveDir: project }, bundle: true, minify: true },
    ...{ format: 'esm', platform: 'browser', write: false, logLevel: 'silent' },
  })
  return outputFiles[0]?.text ?? ''
}

test("bundled and minified, the server client has at most 12 KB and the browser's 4 KB", async () => {
  assert.ok((await bundle('')).length <= 12_000)
  assert.ok((await bundle('/browser')).length <= 4_000)
})

test('a page under a strict content policy opens a session with its public key', async () => {
  const [service, browser, script] = await Promise.all([startTestService(), openBrowser(), bundle('/browser')])
  const order = JSON.stringify(checkoutBody('demo_ae', 'AED', '340.00'))
  const options = JSON.stringify({ url: service.urls.uae, publicKey: demoKey(1, 'pk_test_') })
  const page = `import { Checkout } from '/sdk.js'
const session = await new Checkout(${options}).createSession(${order})
document.body.textContent = session.status + ' ' + session.payment.status`
  const shop = createServer((request, response) => {
    const files: Record<string, [string, string]> = {
      '/': ['text/html', '<!doctype html><title>Shop</title><body><script type="module" src="/page.js"></script>'],
      '/page.js': ['text/javascript', page],
      '/sdk.js': ['text/javascript', script],
    }
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', '']
    const policy = `default-src 'none'; script-src 'self'; connect-src ${service.urls.uae}; require-trusted-types-for 'script'`
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(text)
  })
  const port = await listen(shop)
  try {
    const tab = await browser.newPage()
    const complaints: string[] = []
    tab.on(
      'console',
      (message) => message.type() === 'error' && !message.text().includes('favicon') && complaints.push(message.text()),
    )
    tab.on('pageerror', (error) => complaints.push(String(error)))
    await tab.goto(`http://127.0.0.1:${port}/`)
    await tab
      .getByText('created CREATED')
      .waitFor()
      .catch(() => assert.fail(complaints.join('\n')))
  } finally {
    shop.closeAllConnections()
    shop.close()
    await browser.close()
    await service.close()
  }
})
