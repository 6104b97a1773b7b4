const [major, minor] = process.versions.node.split('.').map(Number)

/** What to say where the Node that came with npm is too old for install.mjs; null elsewhere. Any Node can read this file. */
export const oldNodeTrouble =
  major < 20 || (major === 20 && minor < 19)
    ? `Kapao needs Node 20.19 or later; this is Node ${process.versions.node}. See https://nodejs.org.`
    : null
