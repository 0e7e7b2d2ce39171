import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeFolder } from './make-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'qist-make-folder-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const modeOf = (path: string): number => statSync(path).mode & 0o777

test('makes a folder with all missing parents, and keeps existing ones', () => {
  const upper = join(folder, 'upper')
  assert.equal(makeFolder(join(upper, 'middle', 'lower'), 0o700), upper)
  assert.deepEqual([modeOf(upper), modeOf(join(upper, 'middle', 'lower'))], [0o700, 0o700])
  assert.equal(makeFolder(join(upper, 'middle', 'lower')), undefined)
  assert.equal(makeFolder(join(upper, 'other')), join(upper, 'other'))
  symlinkSync(upper, join(folder, 'link'))
  assert.equal(makeFolder(join(folder, 'link')), undefined)
  assert.equal(makeFolder('/'), undefined)
})

test("a folder that cannot be made: throws the system's error", () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  assert.throws(() => makeFolder(file), { code: 'EEXIST' })
  assert.throws(() => makeFolder(join(file, 'below')), { code: 'ENOTDIR' })
  symlinkSync(join(folder, 'nowhere'), join(folder, 'astray'))
  assert.throws(() => makeFolder(join(folder, 'astray')), { code: 'EEXIST' })
})

test('no other source file makes nested folders', () => {
  const sources = join(import.meta.dirname, '../..')
  for (const file of globSync('**/*.ts', { cwd: sources, exclude: (name) => name.endsWith('.test.ts') })) {
    assert.doesNotMatch(readFileSync(join(sources, file), 'utf8'), /\bmkdir(Sync)?\([^\n]*recursive/, file)
  }
})

const skip = existsSync('/proc/self') ? false : 'this machine has no /proc'

test('below a folder that accepts no folders: throws, and names the missing one', { skip }, () => {
  // In a process of its own, which can be killed if it does not end.
  const program = `import { makeFolder } from ${JSON.stringify(join(import.meta.dirname, 'make-folder.ts'))}
    makeFolder('/proc/none/below')`
  const args = ['--input-type=module', '--eval', program]
  const { signal, stderr } = spawnSync(process.execPath, args, { timeout: 30_000, encoding: 'utf8' })
  assert.equal(signal, null)
  assert.match(stderr, /ENOENT: no such file or directory, mkdir '\/proc\/none'/)
})
