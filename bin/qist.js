#!/usr/bin/env node
// Runs the command line: in a checkout with the Node that the project brings, whatever Node started this file.
import { inRightNode } from './right-node.js'

// These commands end when the process that started them is gone, and this process is all that they see of it.
const endsWithParent = ['sandbox', 'exec', 'certify', 'listen', 'logs', 'mcp'].includes(process.argv[2] ?? '')
await inRightNode(async () => (await import('../src/entries/cli.ts')).main(), endsWithParent)
