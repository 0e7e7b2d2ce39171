import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lock, root } from './paths.ts'

interface Sbom {
  readonly serialNumber: string
  readonly metadata: { readonly timestamp: string; readonly tools: unknown; readonly component: object }
  readonly components: readonly { readonly 'bom-ref': string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface LockedPackage {
  readonly version: string
  readonly name?: string
  readonly dev?: boolean
}

/**
 * Returns the bill of materials of the service and its libraries, from the lock file: CycloneDX as JSON. It has no time
 * and no version of npm, and its serial number is of its content, so that the same commit gives the same text.
 */
export function makeSbom(): string {
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const {
    serialNumber: _serial,
    metadata,
    components,
    dependencies,
    ...others
  }: Sbom = JSON.parse(
    execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const { timestamp: _time, tools: _tools, component, ...lasting } = metadata
  // `npm sbom --omit=dev` also leaves out what service and tests share.
  const tools = findTools()
  const isPart = (ref: string): boolean => !tools.has(ref)
  const sbom = {
    ...others,
    // npm takes the folder's name.
    metadata: { ...lasting, component: { ...component, name: 'qist' } },
    components: components.filter((component) => isPart(component['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isPart(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isPart) })),
  }
  return `${JSON.stringify({ serialNumber: serialOf(JSON.stringify(sbom)), ...sbom }, null, 2)}\n`
}

/** Returns a UUID of version 8, which is made of a hash. Who signs a bill of materials asks for such a number. */
function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}

/** Returns the packages that only development and tests use, as `<name>@<version>`. */
function findTools(): Set<string> {
  const packages: Readonly<Record<string, LockedPackage>> = JSON.parse(readFileSync(lock, 'utf8')).packages
  const named = Object.entries(packages).map(([path, { name, version, dev }]) => ({
    ref: `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
    isTool: dev === true,
  }))
  const used = new Set(named.filter(({ isTool }) => !isTool).map(({ ref }) => ref))
  return new Set(named.filter(({ isTool, ref }) => isTool && !used.has(ref)).map(({ ref }) => ref))
}
