import { renameSync, rmSync } from 'node:fs'
import { dist, manifest, setAside } from './paths.ts'

// After `npm pack`: the checkout as it was.

renameSync(setAside, manifest)
rmSync(dist, { recursive: true, force: true })
