/** The read members of the checkout's `package.json`. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly repository?: unknown
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>
}

/**
 * Returns the tarball's `package.json`. The libraries are part of the tarball but for those `outside`, which it names in
 * the tested version.
 */
export function packedManifest(checkout: Manifest, lock: Lock, outside: readonly string[]) {
  const { name, version, description, license, type, repository } = checkout
  const testedVersions = (ranges: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(ranges)
        .filter(([dependency]) => outside.includes(dependency))
        .map(([dependency, range]) => [dependency, lock.packages[`node_modules/${dependency}`]?.version ?? range]),
    )
  return {
    name,
    version,
    description,
    license,
    type,
    ...(repository === undefined ? {} : { repository }),
    engines: { node: '>=22' },
    bin: { qist: 'dist/bin/qist.js' },
    files: ['dist', 'CHANGELOG.md'],
    publishConfig: { access: 'public' },
    dependencies: testedVersions(checkout.dependencies),
    // An operator with another database omits it.
    optionalDependencies: testedVersions(checkout.optionalDependencies),
  }
}
