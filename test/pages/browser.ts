import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { keptFolder } from '../support/kept-folder.ts'

const root = new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url)

/** Tells the package to unpack its libraries, for machines without them. */
const unpackEverything = { name: 'AWS_LAMBDA_JS_RUNTIME', value: '20.x' }

/**
 * The folder of the packaged browser, unpacked on first use. The package unpacks into the temporary folder and trusts
 * any file there, so two processes that start together would use each other's unfinished files.
 * Here each process unpacks into its own folder, and the first to finish renames it to the shared name.
 */
async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(root, 'utf8')) as { version: string }
  const folder = join(keptFolder(), `qist-browser-${version}-${process.getuid?.() ?? 0}-2`)
  if (existsSync(join(folder, 'chromium'))) return folder
  const own = await mkdtemp(`${folder}-`)
  await withVariables({ TMPDIR: own, [unpackEverything.name]: unpackEverything.value }, () => packaged.executablePath())
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }))
  return folder
}

async function withVariables(variables: Readonly<Record<string, string>>, work: () => Promise<unknown>): Promise<void> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  try {
    await work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** The machine's libraries if it has them, else those of the package. */
function librariesFor(folder: string): Record<string, string> {
  const isEnough = spawnSync(join(folder, 'chromium'), ['--version']).status === 0
  return isEnough ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
}

/**
 * Makes the browser draw every text in one typeface with Latin and Arabic letters.
 * Pages then have the same size on every machine.
 */
async function pinFonts(folder: string): Promise<string> {
  const fonts = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/package.json')))
  const file = join(folder, 'fonts.conf')
  const own = `${file}-${process.pid}`
  await writeFile(
    own,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir>
<cachedir>${join(folder, 'font-cache')}</cachedir>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>IBM Plex Sans Arabic</string></edit></match></fontconfig>`,
  )
  await rename(own, file)
  return file
}

/**
 * Starts the packaged browser without a window. It works as root and opens no connections of its own. `hostRules`: names
 * that lead to this machine, as `--host-resolver-rules` takes them; no other name resolves.
 */
export async function openBrowser(hostRules: readonly string[] = []): Promise<Browser> {
  const folder = await unpackBrowser()
  const fonts = await pinFonts(folder)
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, ...librariesFor(folder), FONTCONFIG_FILE: fonts },
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--no-zygote',
      '--hide-scrollbars',
      '--font-render-hinting=none',
      `--host-resolver-rules=${[...hostRules, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(', ')}`,
    ],
  })
}
