#!/usr/bin/env node
// Runs the command line with the Node that the project brings, whatever Node started this file.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const brought = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))
const node = existsSync(brought) ? brought : process.execPath
// What the engine made of the sources is kept for the next command.
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env }
const { status, signal } = spawnSync(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit', env })
process.exitCode = signal === null ? (status ?? 1) : 1
