import { resolve } from 'node:path'
import type { Client, ClientRun } from '../client.ts'
import { judge } from '../judge.ts'
import { hashFile, packNpm } from '../sources.ts'
import type { World } from '../world.ts'
import { installApp, startApp, versionOf } from './app.ts'
import { reactNativeScenes } from './scenes.ts'
import { openPhone } from './web-view.ts'

const name = 'tabby-react-native-sdk'
const version = '1.4.1'

/** The React Native SDK. `tarball`: its package, by default from the npm registry. */
export function reactNativeSdk(tarball: string | undefined): Client {
  return { name, run: (world) => runReactNative(world, tarball) }
}

async function runReactNative(world: World, given: string | undefined): Promise<ClientRun | string> {
  const tarball = given === undefined ? await packNpm(world, `${name}@${version}`) : resolve(given)
  if (tarball === undefined) return `${name} ${version} cannot be had from the npm registry`
  const installed = await installApp(world, tarball)
  if (typeof installed === 'string') return installed
  const { folder } = installed
  const stores = {
    strict: await startApp(world, folder, await world.newMerchant('strict')),
    lenient: await startApp(world, folder, await world.newMerchant('lenient')),
  }
  const phone = await openPhone(world)
  try {
    const findings = await judge(world, stores, reactNativeScenes(phone), [])
    const surroundings = `React ${versionOf(folder, 'react')}, Chromium ${phone.version()} as the web view, Node ${process.versions.node}; react-native, react-native-webview and react-native-svg are stubs`
    const client = { name, version: versionOf(folder, name), address: `npm: ${name}`, checksum: hashFile(tarball) }
    return { client, surroundings, findings }
  } finally {
    await phone.close()
  }
}
