import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, writeAll } from './docs/all.ts'

// `npm run docs`: writes the documents that come from the code.
for (const [path, text] of await writeAll()) writeFileSync(join(root, path), text)
