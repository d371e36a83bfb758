/** Written by the build from the folders in ATOLL_GAMES, see `joined.ts` beside `vite.config.ts`. */
declare module "virtual:joined-games" {
  const games: import("./games").GameFolder[]
  export default games
}
