import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { States } from '../../src/platform/base/states.ts'

type AnyStates = States<string, string>

/** Returns every state table of the service as a diagram and a table. */
export async function writeStates(root: string): Promise<string> {
  const machines = await findStates(root)
  const parts = machines.map((machine) => [`## ${machine.name}`, drawDiagram(machine), drawTable(machine)].join('\n\n'))
  const head = `# States

A row of a table is a state, a column a move, a cell where the move leads; an empty cell is refused. Written by \`npm run docs\`
from every \`defineStates\` of the sources.`
  return `${[head, ...parts].join('\n\n')}\n`
}

async function findStates(root: string): Promise<AnyStates[]> {
  const files = globSync('src/**/*states.ts', { cwd: root }).sort()
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isStates)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function isStates(value: unknown): value is AnyStates {
  return typeof value === 'object' && value !== null && 'table' in value && 'initial' in value && 'allows' in value
}

function drawDiagram({ initial, table }: AnyStates): string {
  const moves = new Map<string, string[]>()
  for (const [from, cells] of Object.entries(table)) {
    for (const [move, targets] of Object.entries(cells)) {
      for (const to of targets ?? []) {
        const arrow = `${from} --> ${to}`
        moves.set(arrow, [...(moves.get(arrow) ?? []), move])
      }
    }
  }
  const ends = Object.entries(table)
    .filter(([state, cells]) => Object.values(cells).every((targets) => targets?.every((to) => to === state)))
    .map(([state]) => `${state} --> [*]`)
  const lines = [
    ...initial.map((state) => `[*] --> ${state}`),
    ...[...moves].map(([arrow, names]) => `${arrow}: ${names.join(', ')}`),
    ...ends,
  ]
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n')
}

function drawTable({ table }: AnyStates): string {
  const moves = [...new Set(Object.values(table).flatMap((cells) => Object.keys(cells)))]
  const rows = Object.entries(table).map(([state, cells]) => [
    `**${state}**`,
    ...moves.map((move) => (cells[move] ?? []).join(' or ')),
  ])
  return [['', ...moves], ['', ...moves].map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
