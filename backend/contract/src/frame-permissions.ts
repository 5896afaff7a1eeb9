/** Features for frames of user code, if the surrounding pages may use them; none needs a permission prompt (ADR 26). */
export const framePermissions = 'clipboard-write; fullscreen; gamepad';
