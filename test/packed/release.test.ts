import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { findDisagreements, findNotes, versionPlaces } from '../../scripts/release/versions.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const texts = Object.fromEntries(Object.keys(versionPlaces).map((path) => [path, read(path)]))
const version = JSON.parse(read('package.json')).version as string
const dated = {
  ...texts,
  'CHANGELOG.md': `# Changelog\n\n## ${version}, 2026-11-28\n\nIt is new.\n\n## 0.1.0\n\nIt is old.\n`,
}

test('the version is the same in every file that has it', () => {
  assert.deepEqual(findDisagreements(texts), [])
})

test('a release needs one version everywhere, its tag, and a date in the changelog', () => {
  assert.deepEqual(findDisagreements(dated, `v${version}`), [])
  assert.deepEqual(findDisagreements({ ...dated, 'sdk/package.json': '{\n  "version": "9.0.0"\n}' }, `v${version}`), [
    `sdk/package.json has the version 9.0.0, and the release is v${version}`,
  ])
  for (const other of ['v9.0.0', version]) {
    const files = findDisagreements(dated, other).map((line) => line.split(' ')[0])
    assert.deepEqual([...new Set(files)], Object.keys(versionPlaces))
  }
  assert.deepEqual(findDisagreements({ ...dated, 'examples/shop/README.md': 'nothing' }, `v${version}`), [
    `examples/shop/README.md has the version none, and the release is v${version}`,
  ])
  const undated = { ...dated, 'CHANGELOG.md': `## ${version}, unreleased\n` }
  assert.deepEqual(findDisagreements(undated, `v${version}`), ['CHANGELOG.md has the date unreleased for the release'])
})

test("a release's notes are the newest section of the changelog", () => {
  assert.equal(findNotes(dated['CHANGELOG.md']), 'It is new.\n')
})

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly permissions: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const workflows: Workflow[] = ['ci', 'release'].map((name) => parse(read(`.github/workflows/${name}.yml`)))
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs))
const steps = jobs.flatMap((job) => job.steps)

test('a workflow gives each job its own rights and an end, and names each action by its commit', () => {
  assert.ok(workflows.every(({ permissions }) => isDeepStrictEqual(permissions, {})))
  for (const { permissions, 'timeout-minutes': minutes } of jobs) assert.ok(permissions && minutes && minutes <= 60)
  const actions = steps.flatMap(({ uses }) => uses ?? [])
  assert.ok(actions.length > 3)
  for (const action of actions) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40}$/)
})

test('a workflow runs what the checkout has, and puts no expression into a shell', () => {
  const runs = steps.flatMap(({ run }) => run ?? [])
  const { scripts } = JSON.parse(read('package.json'))
  for (const [, script] of runs.join('\n').matchAll(/npm run (\w+)/g)) assert.ok(scripts[script ?? ''], script)
  assert.ok(runs.includes('.ci/run'))
  for (const run of runs) assert.doesNotMatch(run, /\$\{\{/)
})
