import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runQist } from '../../testkit/command.ts'
import { startProcess } from '../../testkit/processes.ts'
import { addressOf, stopService } from '../../testkit/service.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { formOf, multipartX, smallPng } from '../../testkit/uploads.ts'
import { openTestBucket } from '../support/bucket.ts'
import { openTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, spawnService } from '../support/service-process.ts'

// The files beside the database, and the errors if they cannot be written.

const root = join(import.meta.dirname, '../..')
const SECRETS_KEY = 'a1b2'.repeat(16)

async function newDatabaseUrl(): Promise<string> {
  const database = await openTestDatabase()
  cleanUp(() => database.close())
  return database.url
}

/** A folder that no user can make, not even root. */
function unusableFolder(): string {
  const file = join(newDataDir(), 'file')
  writeFileSync(file, '')
  return join(file, 'below')
}

async function refusalOf(env: NodeJS.ProcessEnv): Promise<string> {
  const refused = spawnService({ DATA_DIR: unusableFolder(), ...env })
  assert.equal(await refused.waitForEnd(), 1, refused.lines.join('\n'))
  assert.equal(refused.lines.length, 1, refused.lines.join('\n'))
  return refused.lines[0] ?? ''
}

for (const PROCESSES of ['1', '2']) {
  test(`${PROCESSES} processes with a database, a key and a bucket write no folder, and accept an attachment`, async () => {
    const bucket = await openTestBucket()
    cleanUp(() => bucket.close())
    const cwd = newDataDir()
    const env = {
      ...{ PATH: process.env['PATH'], PORT: '0', KSA_PORT: '0', LOG_LEVEL: 'warn', PROCESSES },
      ...{ DATABASE_URL: await newDatabaseUrl(), SECRETS_KEY },
      ...{ ATTACHMENTS_BUCKET: bucket.bucket, ATTACHMENTS_ENDPOINT: bucket.endpoint },
      ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
    }
    const service = startProcess(join(root, 'bin/serve.js'), [], { cwd, env })
    cleanUp(async () => void (await stopService(service)))
    const shop = openShop(await addressOf(service), demoKey(1, 'sk_'))
    const answer = await fetch(`${shop.baseUrl}/api/v1/disputes/attachments/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': multipartX },
      body: new Uint8Array(formOf(smallPng)),
    })
    assert.equal(answer.status, 200, await answer.text())
    assert.deepEqual([...bucket.objects.values()], [smallPng])
    assert.deepEqual(readdirSync(cwd), [])
  })

  test(`${PROCESSES} processes without a place for attachments name the variables for one`, async () => {
    const line = await refusalOf({ PROCESSES, DATABASE_URL: await newDatabaseUrl(), SECRETS_KEY })
    assert.match(
      line,
      /^ENOTDIR.*: set DATA_DIR to a folder for attachments that can be written, or ATTACHMENTS_BUCKET$/,
    )
  })
}

test('a sandbox without a place for its key names the variables for one', async () => {
  const bucket = { ATTACHMENTS_BUCKET: 'attachments', ATTACHMENTS_ENDPOINT: 'http://127.0.0.1:1' }
  const line = await refusalOf({ DATABASE_URL: await newDatabaseUrl(), ...bucket })
  assert.match(line, /^ENOTDIR.*: set SECRETS_KEY to 64 hex digits, or DATA_DIR to a folder that can be written$/)
})

test('an embedded database without a place names the variables for one', async () => {
  assert.match(await refusalOf({ SECRETS_KEY }), /^The data folder .* \(ENOTDIR.*\): set DATA_DIR, or DATABASE_URL$/)
})

const noProc = existsSync('/proc/self') ? false : 'this machine has no /proc'

test('a data folder in which the system allows no new folder is named at once', { skip: noProc }, async () => {
  const line = await refusalOf({ DATA_DIR: '/proc/none/data', SECRETS_KEY })
  assert.match(line, /^The data folder \/proc\/none\/data cannot be used \(ENOENT.*\): set DATA_DIR, or DATABASE_URL$/)
})

test("a command on the operator's database makes no folder", async () => {
  const dataDir = join(newDataDir(), 'none')
  process.env['SECRETS_KEY'] = SECRETS_KEY
  cleanUp(() => void delete process.env['SECRETS_KEY'])
  const listed = await runQist(await newDatabaseUrl(), dataDir, 'merchant', 'list', '--json')
  assert.deepEqual([listed.code, JSON.parse(listed.stdout)], [0, []])
  assert.deepEqual(readdirSync(join(dataDir, '..')), [])
})

test('an embedded database without a place for its socket names the variable for one', async () => {
  const line = await refusalOf({ DATA_DIR: newDataDir(), TMPDIR: '/dev/null/none' })
  assert.match(line, /^There is no room for a socket in \/dev\/null\/none \(ENOTDIR.*\): set TMPDIR to a folder that/)
})
