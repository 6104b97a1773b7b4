// For what runs under whatever Node came with npm, before anything is installed: any Node can read this file.

const [major, minor] = process.versions.node.split('.').map(Number)
const isTooOld = major < 20 || (major === 20 && minor < 19)

/** Installs what is missing. Answers with the repository's folder and its own Node; null when that cannot be, which is said then. */
export async function prepareNode() {
  if (isTooOld) {
    console.error(
      `Kapao needs Node 20.19 or later; this is Node ${process.versions.node}. See https://nodejs.org.`,
    )
    return null
  }
  // Not at the top: an old Node may not be able to read it.
  const { InstallError, prepareRepository, repositoryRoot } = await import('./install.mjs')
  try {
    return { node: await prepareRepository(), repositoryRoot }
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    console.error(error.message)
    return null
  }
}
