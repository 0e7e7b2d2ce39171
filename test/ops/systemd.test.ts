import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stopMs } from '../../src/entries/processes/limits.ts'
import { readConfig, variables } from '../../src/platform/app/config.ts'

const ops = join(import.meta.dirname, '../../ops/systemd')
const unit = readFileSync(join(ops, 'qist.service'), 'utf8')
const example = readFileSync(join(ops, 'example.env'), 'utf8')
const settingOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? assert.fail(name)

const folder = mkdtempSync(join(tmpdir(), 'qist-unit-'))
after(() => rmSync(folder, { recursive: true }))
// The program exists at its path only on a machine where it is installed.
const copy = join(folder, 'qist.service')
writeFileSync(copy, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
const skip = spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'systemd-analyze is not installed'

test('systemd accepts every line of the unit', { skip }, () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
})

test("systemd accepts the doctor's unit and timer, which allow no more than the service's unit", {
  skip,
}, () => {
  const doctor = readFileSync(join(ops, 'qist-doctor.service'), 'utf8')
  const copies = [join(folder, 'qist-doctor.service'), join(folder, 'qist-doctor.timer')]
  writeFileSync(copies[0] ?? '', doctor.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
  writeFileSync(copies[1] ?? '', readFileSync(join(ops, 'qist-doctor.timer')))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
  const args = ['security', '--offline=true', '--no-pager', '--threshold=15', copies[0] ?? '']
  execFileSync('systemd-analyze', args, { stdio: 'pipe' })
})

test('the unit gives an intruder few permissions', { skip }, () => {
  const args = ['security', '--offline=true', '--no-pager', '--threshold=15', copy]
  // Exits 1 above 1.5 of 10.
  execFileSync('systemd-analyze', args, { stdio: 'pipe' })
})

test("the unit's stop timeout is longer than the service's, and it signals the first process only", () => {
  assert.ok(Number(settingOf('TimeoutStopSec')) * 1000 > stopMs)
  assert.equal(settingOf('KillMode'), 'mixed')
})

test('every setting of the example is one of the service, and complete with a key', () => {
  const known = new Set(variables.map(({ name }) => name))
  const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  )
  const set = [...example.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '', value]) => [name, value])
  const config = readConfig(
    { ...Object.fromEntries(set), SECRETS_KEY: 'a1b2'.repeat(16), SIGNING_KEY: 'c3d4'.repeat(16) },
    '/',
  )
  assert.equal(config.mode, 'production')
})
