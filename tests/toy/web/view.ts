/** What `view.py` sends. */
export interface View {
  pools: Record<string, number>
  players: { seat: number; shells: Record<string, number>; favourite: string | null; pearls: string }[]
}
