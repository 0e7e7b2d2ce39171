import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { machineNode } from '../support/machine-node.ts'

const node = machineNode()
const major = node === undefined ? 99 : Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' })))
const skip = major < 22 ? false : 'this machine has no Node that is too old'

test('a Node that is too old is told what to do instead, where none is brought', { skip }, (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'qist-old-'))
  context.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  const qist = join(folder, 'bin/qist.mjs')
  copyFileSync(join(import.meta.dirname, '../../bin/qist.js'), qist)
  const { status, stderr } = spawnSync(node ?? '', [qist, 'exec', '--', 'true'], { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^qist: this is Node v\d+\.\d+\.\d+, and 22 or newer is needed: .*npm install node@24/)
  assert.equal(stderr.trim().split('\n').length, 1)
})
