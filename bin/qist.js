#!/usr/bin/env node
// Runs the command line with the Node that the project brings, whatever Node started this file.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const brought = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))
const node = existsSync(brought) ? brought : process.execPath
const { status, signal } = spawnSync(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = signal === null ? (status ?? 1) : 1
