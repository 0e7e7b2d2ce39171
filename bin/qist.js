#!/usr/bin/env node
// Runs the command line: in a checkout with the Node that the project brings, whatever Node started this file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number(process.versions.node.split('.')[0])
const brought = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))

if (major < 24 && existsSync(brought)) runWith(brought)
else if (major < 22) {
  process.stderr.write(
    `qist: this is Node ${process.version}, and 22 or newer is needed: call npx qist in a checkout, which brings its own, or npm install node@24 here\n`,
  )
  process.exitCode = 1
} else {
  // What the engine made of the sources is kept for the next command, from Node 22.1 on.
  module.enableCompileCache?.()
  await import('../src/cli.ts')
}

/** Ends as the other one does, and hands it the signals that are meant for it. */
function runWith(node) {
  const other = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
  // A terminal gives Ctrl-C to both.
  for (const signal of signals)
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || other.kill(signal))
  // These end when whoever started them is gone, and see of whoever that is this process alone.
  if (['sandbox', 'exec', 'certify'].includes(process.argv[2] ?? '')) {
    const parent = process.ppid
    setInterval(() => process.ppid === parent || process.exit(1), 500).unref()
  }
  other.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === null) return
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}
