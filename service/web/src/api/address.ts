// Where the service is, told from the page's own address: the client is built once and works below any path prefix.

/** Absolute address of `path` (no leading slash) next to the page; query and fragment of the page fall away. */
export function apiAddress(path: string, page: string): string {
  return new URL(path, page).href;
}
