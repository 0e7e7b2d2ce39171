import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startWorkers } from '../../src/entries/workers.ts'
import { runQist } from '../../testkit/command.ts'
import { liveRichly, openStage } from '../support/rich-life.ts'
import { readSamples, type Sample } from '../support/samples.ts'
import { groupingsOf, selectorsOf } from './selectors.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'qist-ops-'))

interface Target {
  readonly refId: string
  readonly expr: string
  readonly datasource: { readonly uid: string }
}
interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly Target[]
}
const dashboard = JSON.parse(read('ops/grafana/dashboards/qist.json'))
const panels: readonly Panel[] = dashboard.panels
const rules = read('ops/prometheus/alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)?.[0] ?? '',
    expression: /expr: ([\s\S]*?)\n {8}for:/.exec(text)?.[1] ?? '',
    text,
  }))

/** The metrics of a real service and its doctor. */
let samples: readonly Sample[]

before(async () => {
  const stage = await openStage()
  try {
    await liveRichly(stage)
    const { app, urls, database } = stage.service
    const workers = await startWorkers(app)
    const deadline = Date.now() + 30_000
    while (!app.watchdog.isRunning()) {
      assert.ok(Date.now() < deadline, 'every loop has finished a round')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const scraped = await (await fetch(`${urls.uae}/metrics`)).text()
    await workers.stop()
    const file = join(folder, 'qist.prom')
    const { code } = await runQist(database.url, app.config.dataDir, 'doctor', '--metrics', file)
    assert.equal(code, 0)
    samples = readSamples(scraped + readFileSync(file, 'utf8')).all
  } finally {
    await stage.close()
  }
})
after(() => rmSync(folder, { recursive: true }))

/** Labels that Prometheus adds. `process` exists with PROCESSES. */
const givenByPrometheus = new Set(['job', 'instance', 'process', 'le'])

function assertTold(expression: string): void {
  const selectors = selectorsOf(expression)
  assert.ok(selectors.length > 0, expression)
  for (const { name, matchers } of selectors) {
    if (name === 'up') continue
    const found = samples.filter((sample) => sample.name === name)
    assert.ok(found.length > 0, `nobody tells ${name}`)
    for (const { label, operator, value } of matchers) {
      if (givenByPrometheus.has(label) || value.startsWith('$')) continue
      const words = found.map(({ labels }) => labels[label])
      assert.ok(!words.includes(undefined), `${name} has no label ${label}`)
      if (operator === '=') assert.ok(words.includes(value), `${name} has no ${label} ${value}`)
      // Each named queue, not only one of them.
      if (operator === '=~' && label === 'queue') {
        for (const word of value.split('|')) assert.ok(words.includes(word), `${name} has no ${label} ${word}`)
      }
    }
    for (const label of groupingsOf(expression).filter((one) => !givenByPrometheus.has(one))) {
      assert.ok(
        selectors.some((one) => samples.some((sample) => sample.name === one.name && label in sample.labels)),
        label,
      )
    }
  }
}

test('each metric of an alert exists with its labels', () => {
  assert.ok(rules.length > 10)
  for (const { expression } of rules) assertTold(expression)
})

test('each metric of the dashboard exists with its labels', () => {
  const targets = panels.flatMap(({ targets = [] }) => targets)
  assert.ok(targets.length > 40)
  for (const { expr } of targets) assertTold(expr)
})

test('each alert has a waiting time, a severity and a heading in the runbook', () => {
  const headings = new Set([...read('docs/operations.md').matchAll(/^#+ (Qist\w+)$/gm)].map(([, heading]) => heading))
  assert.deepEqual(headings, new Set(rules.map(({ name }) => name)))
  for (const { name, text } of rules) {
    assert.match(text, /^ {8}for: \d+[mh]$/m, name)
    assert.match(text, /severity: (page|ticket) \}/, name)
    assert.match(text, /summary: '/, name)
    assert.ok(text.includes(`runbook_url: docs/operations.md#${name.toLowerCase()}`), name)
  }
})

test('the dashboard is valid for Grafana: unique ids, no overlapping panels, and a choice of source', () => {
  assert.ok(dashboard.schemaVersion >= 36)
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  assert.deepEqual(
    dashboard.templating.list.map(({ name }: { name: string }) => name),
    ['datasource', 'mode'],
  )
  for (const { title, type, targets = [], datasource, gridPos } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title)
    if (type === 'row') continue
    assert.ok(targets.length > 0, title)
    for (const one of [datasource, ...targets.map((target) => target.datasource)]) {
      assert.equal(one?.uid, '$' + '{datasource}', title)
    }
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title)
  }
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    return Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`)
  })
  assert.equal(new Set(cells).size, cells.length)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const skip = hasPromtool ? false : 'this machine has no promtool (it comes with Prometheus)'

for (const args of [
  ['check', 'config', 'ops/prometheus/prometheus.yml'],
  ['check', 'rules', 'ops/prometheus/alerts.yml'],
  ['test', 'rules', 'ops/prometheus/alerts.test.yml'],
]) {
  test(`promtool ${args.join(' ')}`, { skip }, () => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}${stderr}`)
  })
}

test('every alert has a promtool test', () => {
  const tried = [...read('ops/prometheus/alerts.test.yml').matchAll(/^ {2}- name: (\w+)/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(tried), new Set(rules.map(({ name }) => name)))
})
