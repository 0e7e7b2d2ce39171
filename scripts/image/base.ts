import { execFileSync } from 'node:child_process'
import { cpSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Containers } from './containers.ts'

/**
 * Makes a base image without an image registry, and returns its name with its digest. It is a small Debian with this
 * Node and this npm, in the same places as in the published images.
 */
export function makeBase(work: string, containers: Containers): string {
  const root = join(work, 'base')
  const options = ['--variant=minbase', '--include=ca-certificates,tini', '--dpkgopt=path-exclude=/usr/share/doc/*']
  execFileSync('mmdebstrap', [...options, 'bookworm', root], { stdio: 'pipe' })
  const local = join(root, 'usr/local')
  cpSync(realpathSync(process.execPath), join(local, 'bin/node'))
  // npm passes the path of its own program to its scripts: bin/npm-cli.js of its package.
  const npm = dirname(dirname(realpathSync(process.env['npm_execpath'] ?? '')))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  const settings = ['--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']
  // If the connection to npm's registry needs its own certificates, the build needs them, too.
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  if (certificates !== undefined) {
    cpSync(certificates, join(local, 'share/certificates.pem'))
    settings.push('--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/certificates.pem')
  }
  const container = containers.buildah('from', 'scratch')
  containers.buildah('add', '--quiet', container, root, '/')
  containers.buildah('config', ...settings, container)
  containers.buildah('commit', '--quiet', '--format', 'docker', container, 'qist-base')
  containers.buildah('rm', container)
  const digest = containers.buildah('images', '--format', '{{.Digest}}', 'localhost/qist-base')
  return `localhost/qist-base@${digest}`
}
