/** A table over the network: connects, comes back by itself, sends commands and hears what happens. */

import type { ClientMessage, CommandReply, GameCommand, Happening, ServerMessage, Snapshot } from '../api/types';
import { ask, Refusal, sentenceOf } from './http';
import { onOtherIdentity } from './identity';
import { reflect, type Mirror } from './mirror';

export type Link =
  { state: 'connecting' } | { state: 'open' } | { state: 'lost'; retryAt: number } | { state: 'closed' };

/** Seconds to wait before each new try, the last one again and again. */
const WAITS = [0.5, 1, 2, 4, 8];
const PING_EVERY = 5000;
const ANSWER_WITHIN = 12000;
const NOT_SENT = 'Not connected to the server just now; that was not sent.';

interface Waiting {
  resolve: (reply: CommandReply) => void;
  reject: (error: Refusal) => void;
}

export class LiveTable {
  mirror: Mirror | null = $state.raw(null);
  link: Link = $state.raw({ state: 'connecting' });
  /** How often there has been a connection: with a new one, the server knows nothing of what was wished on the old. */
  connections = $state(0);
  /** Why there is no table to show. */
  problem: string | null = $state(null);
  /** How long a message there and back takes, in milliseconds. */
  lag: number | null = $state(null);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = $state(0);

  readonly id: string;
  readonly #heard: (happened: Happening[], mirror: Mirror) => void;
  /** A change went missing, so everything has to be sent again. */
  #missed = false;
  /** The last try to connect did not get as far as a connection. */
  #isRefused = false;
  /** Nothing has been heard of the table on this connection yet. */
  #isFirst = true;
  #socket: WebSocket | null = null;
  #tries = 0;
  #next = 1;
  #lastHeard = 0;
  #early: ClientMessage[] = [];
  #waiting = new Map<number, Waiting>();
  #pings = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  readonly #stopHearing: () => void;

  constructor(id: string, heard: (happened: Happening[], mirror: Mirror) => void = () => undefined) {
    this.id = id;
    this.#heard = heard;
    addEventListener('online', this.#hurry);
    this.#stopHearing = onOtherIdentity(() => this.#becomeAnother());
    void this.#load();
  }

  /** Sends a command; the answer comes when the server has decided. */
  do(command: GameCommand): Promise<CommandReply> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const message: ClientMessage = { type: 'command', id, command };
      // Whoever is quicker than the first connection need not know of it.
      if (this.link.state === 'connecting') this.#early.push(message);
      else if (!this.#send(message)) return reject(new Refusal('offline', NOT_SENT, 0));
      this.#waiting.set(id, { resolve, reject });
    });
  }

  close(): void {
    this.link = { state: 'closed' };
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    removeEventListener('online', this.#hurry);
    this.#stopHearing();
    this.#socket?.close();
    this.#fail('The page was left.');
  }

  /** Takes over a new state and connects anew: whoever sits down is somebody else to the server than who looked on. */
  adopt(snapshot: Snapshot): void {
    this.mirror = reflect(null, { type: 'snapshot', ...snapshot }).mirror;
    this.#connect();
  }

  /**
   * Somebody has signed in or out on another page of this browser. The server closes the socket then, but by the time we
   * are back the browser may not have had the new cookie yet, and we would look on as a stranger.
   */
  #becomeAnother(): void {
    if (this.link.state === 'closed') return;
    this.#hangUp();
    this.#fail('Somebody signed in or out in this browser before the server answered.');
    this.link = { state: 'connecting' };
    void this.#load();
  }

  #hangUp(): void {
    const old = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    old?.close();
  }

  /** The first state comes by an ordinary request, which can say that there is no such game; a socket cannot. */
  async #load(): Promise<void> {
    try {
      const snapshot = await ask<Snapshot>(`/games/${this.id}`);
      this.mirror = reflect(null, { type: 'snapshot', ...snapshot }).mirror;
      this.#connect();
    } catch (error) {
      // What is not there will not come; a server that is busy or away will.
      if (error instanceof Refusal && error.status === 404) this.#give(sentenceOf(error));
      else if (this.link.state !== 'closed') this.#lose();
    }
  }

  /** There is no such table, or no more. */
  #give(problem: string): void {
    this.mirror = null;
    this.problem = problem;
    this.close();
  }

  #connect(): void {
    if (this.link.state === 'closed') return;
    this.#hangUp();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const after = this.mirror && !this.#missed ? `?after=${this.mirror.number}` : '';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/games/${this.id}/socket${after}`);
    this.#socket = socket;
    this.#isFirst = true;
    let isOpen = false;
    socket.onopen = () => {
      isOpen = true;
      this.#tries = 0;
      this.#lastHeard = Date.now();
      this.link = { state: 'open' };
      this.connections++;
      for (const message of this.#early.splice(0)) this.#send(message);
      this.#ping();
      this.#heart = setInterval(() => this.#beat(), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      clearInterval(this.#heart);
      this.#fail('The connection was lost before the server answered.');
      // A handshake that fails does not say why; an ordinary request does.
      this.#isRefused = !isOpen;
      if (this.link.state !== 'closed') this.#lose();
    };
  }

  #lose(): void {
    const wait = (WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 8) * 1000;
    this.link = { state: 'lost', retryAt: Date.now() + wait };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#retry(), wait);
  }

  #retry(): void {
    if (this.mirror && !this.#isRefused) this.#connect();
    else void this.#load();
  }

  readonly #hurry = (): void => {
    if (this.link.state !== 'lost') return;
    clearTimeout(this.#timer);
    this.#retry();
  };

  /** A line that is dead without saying so is found by its silence. */
  #beat(): void {
    if (Date.now() - this.#lastHeard > ANSWER_WITHIN) this.#socket?.close();
    else this.#ping();
  }

  #ping(): void {
    const id = this.#next++;
    this.#pings.set(id, performance.now());
    this.#send({ type: 'ping', id });
  }

  #send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #hear(message: ServerMessage): void {
    this.#lastHeard = Date.now();
    if (message.type === 'pong') this.#pong(message.id, message.at);
    else if (message.type === 'reply') this.#settle(message.id)?.resolve(message.reply);
    else if (message.type === 'error') this.#refused(message.id, message.error.code, message.error.message);
    else if (message.type === 'bye') this.#socket?.close();
    else this.#reflect(message);
  }

  #reflect(message: ServerMessage): void {
    const { mirror, happened, gap } = reflect(this.mirror, message, this.#isFirst);
    if (message.type === 'update' || message.type === 'snapshot') this.#isFirst = false;
    if (gap) {
      this.#missed = true;
      this.#socket?.close();
      return;
    }
    if (message.type === 'snapshot') this.#missed = false;
    this.mirror = mirror;
    if (happened.length > 0 && mirror) this.#heard(happened, mirror);
  }

  #pong(id: number, at: number): void {
    const sent = this.#pings.get(id);
    if (sent === undefined) return;
    this.#pings.delete(id);
    this.lag = Math.round(performance.now() - sent);
    this.ahead = at + this.lag / 2 - Date.now();
  }

  #refused(id: number | null, code: string, message: string): void {
    if (id !== null) this.#settle(id)?.reject(new Refusal(code, message, 409));
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Refusal('offline', message, 0));
    this.#waiting.clear();
    this.#early = [];
    this.#pings.clear();
  }
}
