import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { contract, guides, screenshots, source } from '../../scripts/pack/paths.ts'
import { listen } from '../../testkit/listen.ts'
import { startProcess } from '../../testkit/processes.ts'

const root = join(import.meta.dirname, '../..')
const check = join(root, 'ops/image/check-health.js')

test('the health check calls the served region, and exits 1 if the service is unhealthy or missing', async () => {
  let status = 200
  const server = createServer((_request, response) => response.writeHead(status).end('said'))
  const port = String(await listen(server))
  const endOf = async (env: NodeJS.ProcessEnv) => {
    const checking = startProcess(check, [], { env })
    return [await checking.waitForEnd(), checking.lines[0]]
  }
  assert.deepEqual(await endOf({ HOST: '0.0.0.0', PORT: port }), [0, 'said'])
  assert.deepEqual(await endOf({ HOST: '127.0.0.1', REGIONS: 'ksa', PORT: '1', KSA_PORT: port }), [0, 'said'])
  status = 503
  assert.deepEqual(await endOf({ PORT: port }), [1, 'said'])
  server.close()
  await once(server, 'close')
  assert.equal((await endOf({ PORT: port }))[0], 1)
})

test("a build receives the files of .dockerignore's list, all of which exist", () => {
  const [all, ...rest] = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line))
  assert.equal(all, '*')
  for (const line of rest.filter((each) => each.startsWith('!')))
    assert.equal(globSync(line.slice(1), { cwd: root }).length, 1, line)
})

test('a build receives what the tarball is made of', () => {
  const list = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  for (const folder of [contract, guides, screenshots, source])
    assert.ok(list.includes(`!${relative(root, folder)}`), folder)
})

test('the shell scripts of ops/ are valid for any sh', () => {
  for (const file of ['ops/compose/new-secrets.sh', 'ops/systemd/qist'])
    assert.equal(spawnSync('sh', ['-n', join(root, file)]).status, 0, file)
})
