import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'qist-old-node-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// An installed `qist` without a Node of its own. Its command line prints what it was asked.
cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
mkdirSync(join(folder, 'src/entries'), { recursive: true })
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

function setSources(text: string): void {
  writeFileSync(join(folder, 'src/entries/cli.ts'), text)
}

function runIn(version: string, ...args: string[]) {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' });
    Object.defineProperty(process, 'version', { value: 'v${version}' })`
  const given = ['--import', pretend, join(folder, 'bin/qist.js'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: 30_000 })
  return { code: status, stdout, stderr }
}

const tooOld = (version: string): RegExp =>
  new RegExp(`^qist: this is Node v${version}, and 22 or newer is needed: .*\n$`)

for (const args of [['--version'], ['--help'], ['-h'], ['help'], ['help', 'sandbox'], ['sandbox', '--help']]) {
  test(`qist ${args.join(' ')} answers on Node 20`, () => {
    setSources("export async function main() { console.log('asked', ...process.argv.slice(2)) }")
    const { code, stdout, stderr } = runIn('20.3.0', ...args)
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `asked ${args.join(' ')}\n`, stderr: '' })
  })
}

test('on a Node that cannot load the sources, --help and --version give one clear line', () => {
  setSources('this is not JavaScript')
  for (const question of ['--help', '--version']) {
    const { code, stdout, stderr } = runIn('16.20.2', question)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, tooOld('16.20.2'))
  }
})

test('any other command gives the line, also one whose own arguments ask for help', () => {
  setSources("export async function main() { console.log('ran') }")
  for (const args of [['sandbox'], ['exec', '--', 'node', '--help'], ['exec', 'node', '--version'], []]) {
    const { code, stdout, stderr } = runIn('20.3.0', ...args)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, tooOld('20.3.0'))
  }
})
