import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { findPostmaster } from '../../../../testkit/process-table.ts'
import { startProcess } from '../../../../testkit/processes.ts'
import { openCluster } from './cluster.ts'
import { findEmbedded, stopEmbedded } from './embedded.ts'
import { linkLibraries } from './programs.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'qist-throw-away-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const holder = join(import.meta.dirname, '../../../../test/support/embedded-process.ts')

test('a throw-away database flushes nothing, and is stopped after its service is killed', async () => {
  const dataDir = join(folder, 'data')
  await stopEmbedded(dataDir)
  await openCluster(dataDir, 'throw-away')
  const service = startProcess(holder, [dataDir])
  await service.waitForLine(/^serving/)
  const connection = await findEmbedded(dataDir)
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(`select setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes')`)
  assert.deepEqual(rows, [{ setting: 'off' }, { setting: 'off' }, { setting: 'off' }])
  await client.end()

  service.kill('SIGKILL')
  await service.waitForEnd()
  assert.ok(findPostmaster(dataDir) !== undefined, 'the database outlives a killed service')
  await stopEmbedded(dataDir)
  assert.deepEqual([findPostmaster(dataDir), existsSync(connection?.host ?? '')], [undefined, false])
})

test('missing links of libraries are made, and existing ones stay', () => {
  const native = join(folder, 'package/native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  linkLibraries(native)
  writeFileSync(join(native, 'lib/libone.so.1.2'), 'one')
  writeFileSync(join(native, 'lib/libtwo.so.2'), 'own')
  const links = [
    { source: 'native/lib/libone.so.1.2', target: 'native/lib/libone.so.1' },
    { source: 'native/lib/libone.so.1.2', target: 'native/lib/libtwo.so.2' },
  ]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(native)
  const read = (name: string): string => readFileSync(join(native, 'lib', name), 'utf8')
  assert.deepEqual([read('libone.so.1'), read('libtwo.so.2')], ['one', 'own'])
  assert.equal(readdirSync(join(native, 'lib')).length, 3)
})
