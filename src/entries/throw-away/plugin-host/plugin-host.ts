import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { ConfigError } from '../../../platform/app/config.ts'
import type { Region } from '../../../platform/base/market-entries.ts'
import { demoMerchants } from '../../../platform/merchants/open-demo-merchants.ts'
import { demoPersons, sandboxPassword } from '../../../platform/people/demo-people.ts'
import { jsonOption, type PrintOptions, printJson } from '../../cli/output.ts'
import { openThrowAway } from '../open-throw-away.ts'
import { watchServing } from '../watch-ending.ts'
import { openAuthority, signFor } from './authority.ts'
import { openGateway, type Upstream } from './gateway.ts'
import { namesOf, parseDomains } from './host-names.ts'

interface PluginHostOptions extends PrintOptions {
  readonly hosts: readonly string[]
  readonly port: number
  readonly host: string
}

/** `qist plugin-host`. */
export function addPluginHostCommand(program: Command): void {
  program
    .command('plugin-host')
    .description(
      'serve the names that existing plug-ins and apps have built in, over TLS, in front of a sandbox: that of QIST_URL (and QIST_KSA_URL), or else a throw-away one. Prints the line for the hosts file and the certificate to trust',
    )
    .requiredOption('--hosts <domains>', 'the domains, with commas: tabby.ai,tabby.sa', readDomains)
    .option('--port <port>', 'where TLS is served, 0 for any free port', readPort, 443)
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    .option(jsonOption[0], 'print one line for programs')
    .action(serve)
}

function readDomains(text: string): readonly string[] {
  const domains = parseDomains(text)
  if (domains === undefined) throw new InvalidArgumentError('Domains with commas between them, such as tabby.ai.')
  return domains
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('Not a port: 0 to 65535.')
  return port
}

/** A sandbox behind the names. */
interface Sandbox {
  readonly upstreams: Readonly<Record<Region, Upstream>>
  close(): Promise<void>
}

async function serve(options: PluginHostOptions): Promise<never> {
  if (process.env['QIST_MODE'] === 'production') {
    throw new ConfigError('QIST_MODE=production: plugin-host stands in front of a sandbox only')
  }
  const { ended, isEnding } = watchServing()
  const sandbox = await openSandbox()
  try {
    const names = namesOf(options.hosts)
    const folder = join(resolve(process.env['DATA_DIR'] ?? './data'), 'plugin-host')
    const now = Date.now()
    const authority = openAuthority(folder, options.hosts, now)
    const certificate = signFor(
      authority,
      names.map(({ name }) => name),
      now,
    )
    const { host, port } = options
    const gateway = await openGateway({ names, upstreams: sandbox.upstreams, certificate, host, port }).catch(
      (error) => {
        throw explain(error, port)
      },
    )
    const [hosts, file] = [`127.0.0.1 ${names.map(({ name }) => name).join(' ')}`, authority.file]
    if (!isEnding()) print({ port: gateway.port, hosts, certificate: file, sandbox }, options)
    await ended
    await gateway.close()
  } finally {
    await sandbox.close()
  }
  return process.exit(0)
}

async function openSandbox(): Promise<Sandbox> {
  const { QIST_URL: url, QIST_KSA_URL: ksaUrl } = process.env
  if (url !== undefined && url !== '') {
    const uae = await upstreamOf(url, 'QIST_URL')
    const ksa = ksaUrl ? await upstreamOf(ksaUrl, 'QIST_KSA_URL') : uae
    return { upstreams: { uae, ksa }, close: async () => undefined }
  }
  const own = await openThrowAway({ port: 0, env: process.env })
  const upstreams = { uae: { url: own.url, namedUrl: own.url }, ksa: { url: own.ksaUrl, namedUrl: own.ksaUrl } }
  return { upstreams, close: own.close }
}

/** Asks a running service for its own address. Refuses one that does not answer, and production. */
async function upstreamOf(address: string, variable: string): Promise<Upstream> {
  const url = address.replace(/\/+$/, '')
  const refuse = (problem: string): ConfigError => new ConfigError(`${variable}=${address}: ${problem}`)
  const answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  if (answer?.status !== 200) throw refuse('no Qist answers there')
  const document = (await answer.json()) as { servers?: { url: string }[]; tags?: { name: string }[] }
  if (!document.tags?.some(({ name }) => name === 'Sandbox')) throw refuse('this is no sandbox')
  return { url, namedUrl: document.servers?.[0]?.url ?? url }
}

function explain(error: NodeJS.ErrnoException, port: number): unknown {
  if (error.code === 'EADDRINUSE') return new ConfigError(`--port ${port}: another program listens there`)
  if (error.code !== 'EACCES') return error
  return new ConfigError(`--port ${port}: this user may not listen there; use a port above 1023, or more rights`)
}

const pluginMerchants = demoMerchants.flatMap(({ name, region, keys }, place) => {
  const person = demoPersons.find(({ merchant }) => merchant === place)
  return person !== undefined && name.startsWith('Plugin demo') ? [{ name, region, keys, email: person.email }] : []
})

interface Served {
  readonly port: number
  readonly hosts: string
  readonly certificate: string
  readonly sandbox: Sandbox
}

function print({ port, hosts, certificate, sandbox }: Served, { json }: PrintOptions): void {
  const { uae, ksa } = sandbox.upstreams
  if (json) {
    printJson({ port, hosts, certificate, url: uae.url, ksa_url: ksa.url })
    return
  }
  const lines = [
    `Serves at port ${port}, in front of ${uae.url} (UAE) and ${ksa.url} (KSA)`,
    ...(port === 443 ? [] : ['Clients call port 443: send it here, or start with --port 443']),
    '',
    'Line for the hosts file:',
    `  ${hosts}`,
    '',
    `Certificate to trust: ${certificate}`,
    `  WordPress          append it to wp-includes/certificates/ca-bundle.crt`,
    `  PHP                append it to the file that curl.cainfo and openssl.cafile in php.ini name`,
    `  Node               NODE_EXTRA_CA_CERTS=${certificate}`,
    `  Chromium on Linux  certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n qist-plugin-host -i ${certificate}`,
    `  Android emulator   copy it to the device, install it under Security, and let the debug build trust user certificates`,
    `  iOS simulator      xcrun simctl keychain booted add-root-cert ${certificate}`,
    '',
    'Keys for plug-ins:',
    ...pluginMerchants.map(({ name, keys: { test } }) => `  ${name}  ${test.public}  ${test.secret}`),
    '',
    'What happened to a payment:',
    ...pluginMerchants.map(
      ({ region, email }) =>
        `  ${region.toUpperCase()}  ${sandbox.upstreams[region].url}/dashboard  ${email}  ${sandboxPassword}`,
    ),
    '',
    'Ctrl-C ends it',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
