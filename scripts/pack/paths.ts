import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The folder of the packed service. */
export const dist = join(root, 'dist')
/** What the service uses of the libraries. */
export const dependencies = join(dist, 'dependencies')
/** The guides, which the service serves. */
export const guides = join(root, 'docs/guides')
/** The contract, which `qist mcp` answers. */
export const contract = join(root, 'docs/contract')
/** Pictures of pages. The guides show some of them. */
export const screenshots = join(root, 'docs/screenshots')
export const source = join(root, 'src')
export const manifest = join(root, 'package.json')
/** The checkout's own manifest while npm packs with the tarball's. */
export const setAside = join(root, 'package.checkout.json')
export const lock = join(root, 'package-lock.json')
