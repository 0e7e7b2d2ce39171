import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { machineNode } from '../support/machine-node.ts'

const node = machineNode()
const major = node === undefined ? 99 : Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' })))
const skip = major < 22 ? false : 'this machine has no Node that is too old'

const bin = join(import.meta.dirname, '../../bin')

for (const [file, ...args] of [['qist.js', 'exec', '--', 'true'], ['serve.js']] as const) {
  test(`${file}: a Node that is too old prints the remedy, if the package has no own Node`, { skip }, (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'qist-old-'))
    context.after(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    cpSync(bin, join(folder, 'bin'), { recursive: true })
    const { status, stderr } = spawnSync(node ?? '', [join(folder, 'bin', file), ...args], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^qist: this is Node v\d+\.\d+\.\d+, and 22 or newer is needed: .*npm install node@24/)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
}

test("serve.js starts the package's Node, and exits with its status", { skip }, () => {
  const env = { PATH: process.env['PATH'], QIST_MODE: 'prod' }
  const { status, stderr } = spawnSync(node ?? '', [join(bin, 'serve.js')], { env, encoding: 'utf8' })
  assert.deepEqual([status, stderr], [1, 'QIST_MODE=prod: must be sandbox or production\n'])
})
