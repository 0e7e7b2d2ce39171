// An app with the SDK in it, without a screen: React draws the SDK's components into a tree, and the parent process
// stands for the phone. `react-native` and the native parts of its packages are stubs, everything else is real.
const { createServer } = require('node:http')
const Module = require('node:module')

const part = (name) => (props) => React.createElement(name, props, props.children)
const stubs = {
  'react-native': {
    View: part('View'),
    Modal: part('Modal'),
    SafeAreaView: part('SafeAreaView'),
    TouchableOpacity: part('TouchableOpacity'),
    ActivityIndicator: part('ActivityIndicator'),
    Platform: { OS: 'ios' },
    StyleSheet: { create: (styles) => styles, absoluteFillObject: {} },
  },
  'react-native-webview': { WebView: part('WebView') },
  'react-native-svg': new Proxy({ __esModule: true }, { get: (own, name) => own[name] ?? part(name) }),
}
const load = Module._load
Module._load = (name, ...others) => stubs[name] ?? load(name, ...others)

const own = Module.createRequire(`${process.cwd()}/package.json`)
const React = own('react')
const renderer = own('react-test-renderer')
const { Tabby, TabbyPaymentWebView, TabbyProductPageWidget } = own('tabby-react-native-sdk')

globalThis.IS_REACT_ACT_ENVIRONMENT = true
let tree
const results = []

const show = (Component, props) =>
  renderer.act(() => {
    tree = renderer.create(React.createElement(Component, props))
  })
const webViews = () => tree.root.findAll((node) => node.type === 'WebView')

const actions = {
  async createSession({ key, payload }) {
    Tabby.setApiKey(key)
    return await Tabby.createSession(payload).then(
      (session) => ({ session }),
      (error) => ({ error: error.message }),
    )
  },
  async openPayment({ url }) {
    results.length = 0
    await show(TabbyPaymentWebView, { url, onResult: (result) => results.push(result) })
    return { url: webViews()[0].props.source.uri }
  },
  async openWidget(props) {
    await show(TabbyProductPageWidget, props)
    return { url: webViews()[0].props.source.uri }
  },
  /** Hands the app what the page in its web view posted, as `react-native-webview` does. */
  async post({ data }) {
    await renderer.act(() => void webViews()[0].props.onMessage({ nativeEvent: { data } }))
    const height = tree.root.findAll((node) => node.type === 'View')[0]?.props.style.height
    const modal = tree.root.findAll((node) => node.type === 'Modal')[0]?.props.visible === true
    return { results, height, modalUrl: modal ? webViews()[1].props.source.uri : undefined }
  },
}

const server = createServer(async (request, response) => {
  const { action, ...options } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const answer = await actions[action](options).catch((error) => ({ thrown: String(error.stack) }))
  response.end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => console.log(`app ${server.address().port}`))
