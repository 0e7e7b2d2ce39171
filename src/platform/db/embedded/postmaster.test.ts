import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { Cluster } from './cluster.ts'
import { isServing, stopServer } from './postmaster.ts'

// A system without /proc, where `ps` reads the process. The server ends in between.

const skip = process.platform === 'win32' ? 'there is no ps' : false
const cluster = { path: '/nowhere' } as Cluster
const ended = spawnSync('true').pid
const isThere = fs.existsSync
const kill = process.kill.bind(process)
const path = process.env['PATH']
let folder = ''

beforeEach(() => {
  mock.method(fs, 'existsSync', (name: string) => name !== '/proc/self/cwd' && isThere(name))
  syncBuiltinESMExports()
  folder = fs.mkdtempSync(join(tmpdir(), 'qist-ps-'))
  process.env['PATH'] = `${folder}:${path}`
})
afterEach(() => {
  process.env['PATH'] = path
  fs.rmSync(folder, { recursive: true })
  mock.restoreAll()
  syncBuiltinESMExports()
})

/** The process lives at the first check, and is gone at later ones. */
function liveOnce(): void {
  let checks = 0
  mock.method(process, 'kill', (pid: number, signal: NodeJS.Signals | 0) => {
    if (signal === 0) checks += 1
    return signal === 0 && checks === 1 ? true : kill(pid, signal)
  })
}

const answer = (script: string): void => fs.writeFileSync(join(folder, 'ps'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

test('a server that ends before ps finds it is not serving', { skip }, () => {
  liveOnce()
  answer('exit 1')
  assert.equal(isServing(cluster, ended), false)
})

test('a server that ends before the signal counts as stopped', { skip }, async () => {
  liveOnce()
  answer('echo /usr/bin/postgres -D /nowhere')
  await stopServer(cluster, ended)
})
