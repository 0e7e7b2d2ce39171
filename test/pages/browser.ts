import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const root = new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url)

/**
 * The path of the packaged browser, unpacked on first use. The package unpacks into the temporary folder and takes any file
 * found there for a finished one, so that two processes starting together would trip over each other; here each unpacks into
 * a folder of its own, and the first to finish gives it the shared name.
 */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(root, 'utf8')) as { version: string }
  const folder = join(tmpdir(), `qist-browser-${version}-${process.getuid?.() ?? 0}`)
  const binary = join(folder, 'chromium')
  if (existsSync(binary)) return binary
  const own = await mkdtemp(`${folder}-`)
  await mkdir(own, { recursive: true })
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = own
  try {
    await packaged.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }))
  return binary
}

/**
 * Makes the browser draw every text in one typeface that has Latin and Arabic letters, so that pages measure and look the same
 * on every machine that runs the tests.
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

/** Starts the packaged browser without a window. It may run as root and connects to nothing by itself. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await unpackedBrowser()
  return chromium.launch({
    executablePath,
    env: { ...process.env, FONTCONFIG_FILE: await pinFonts(dirname(executablePath)) },
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--no-zygote',
      '--hide-scrollbars',
      '--font-render-hinting=none',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}
