/** What a frame of user code may use where the pages around it may: nothing that a browser asks a person for (ADR 26). */
export const framePermissions = 'clipboard-write; fullscreen; gamepad';
