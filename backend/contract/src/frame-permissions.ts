/** What a frame of user code may use if the surrounding pages may: nothing that needs a permission prompt (ADR 26). */
export const framePermissions = 'clipboard-write; fullscreen; gamepad';
