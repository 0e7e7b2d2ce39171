export const keysEn = {
  testKeysLead: 'With these keys your shop tries everything out: no money moves.',
  liveKeysLead:
    'With these keys your shop takes real payments. Whoever has a secret key can do so, too: keep it to your server.',
  noKeys: 'No key works in this mode: your shop cannot reach us.',
  workingKeys: 'Keys that work',
  revokedKeys: 'Revoked keys',
  key: 'Key',
  keyName: 'Name',
  unnamedKey: 'No name',
  keyKind: 'Kind',
  keyKinds: { secret: 'Secret key', public: 'Public key' },
  keyKindChoices: {
    secret: 'Secret: for your server, does everything',
    public: 'Public: for apps, starts checkouts only',
  },
  keyMade: 'Made',
  keyUsed: 'Last used',
  keyUnused: 'Not used yet',
  keyRevoked: 'Revoked',
  revoke: 'Revoke',
  revokeKey: 'Revoke key',
  revokeNamed: (key: string) => `Revoke ${key}`,
  newKey: 'New key',
  makeKey: 'Make a key',
  rotateKeysLead:
    'To change a key, make a new one, put it into your shop, wait until the old one is not used any more, and revoke that. Both work until then.',
  keyNameField: 'Name, such as: web shop',
  wrongKeyName: 'Type one line of at most 60 characters.',
  newKeyLead: {
    secret: 'Put it into the settings of your shop’s server, and nowhere else.',
    public: 'Put it into your app or page. It can start checkouts and nothing else.',
  },
  askRevokeKey: (name: string, key: string) =>
    `Revoke the key ${name} (${key})? Whatever uses it stops at once, and it can never be used again.`,
  neverUsed: 'It has not been used yet.',
  lastUsed: (at: string) => `It was last used on ${at}.`,
  lastOfKind: {
    secret: 'It is the last secret key of this mode: without one your shop takes no payments and captures none.',
    public: 'It is the last public key of this mode.',
  },
  revokedAlready: 'This key was revoked already.',
  doneRevoked: 'The key is revoked.',
}
