import { renameSync, rmSync } from 'node:fs'
import { dist, manifest, setAside } from './paths.ts'

// Runs after `npm pack`: restores the checkout.

renameSync(setAside, manifest)
rmSync(dist, { recursive: true, force: true })
