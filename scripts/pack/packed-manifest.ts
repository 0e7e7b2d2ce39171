/** The read members of the checkout's `package.json`. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>
}

/**
 * Returns the tarball's `package.json`: everything that the service needs, with each dependency in the tested version.
 */
export function packedManifest(checkout: Manifest, lock: Lock) {
  const { name, version, description, license, type } = checkout
  const inTestedVersions = (ranges: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(ranges).map(([dependency, range]) => [
        dependency,
        lock.packages[`node_modules/${dependency}`]?.version ?? range,
      ]),
    )
  return {
    name,
    version,
    // Prevents publishing by mistake.
    private: true,
    description,
    license,
    type,
    engines: { node: '>=22' },
    bin: { qist: 'dist/bin/qist.js' },
    files: ['dist', 'CHANGELOG.md'],
    dependencies: inTestedVersions(checkout.dependencies),
    // The embedded database: an operator with another database omits it.
    optionalDependencies: inTestedVersions(checkout.optionalDependencies),
  }
}
