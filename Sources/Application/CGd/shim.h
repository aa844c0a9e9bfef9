// gd.h uses FILE; gdfontl.h declares the one built-in font that is used.
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <gd.h>
#include <gdfontl.h>

// The functions of libgd that are used: the name here, and the name in libgd.
#define CGD_EACH_FUNCTION(each) \
    each(imageCreateTrueColor, gdImageCreateTrueColor) \
    each(imageDestroy, gdImageDestroy) \
    each(imageFilledRectangle, gdImageFilledRectangle) \
    each(imageFilledEllipse, gdImageFilledEllipse) \
    each(imageFilledPolygon, gdImageFilledPolygon) \
    each(imageLine, gdImageLine) \
    each(imageChar, gdImageChar) \
    each(fontGetLarge, gdFontGetLarge) \
    each(imageGetTrueColorPixel, gdImageGetTrueColorPixel) \
    each(imageSetPixel, gdImageSetPixel) \
    each(imageSetInterpolationMethod, gdImageSetInterpolationMethod) \
    each(imageScale, gdImageScale) \
    each(imageCreateFromJpegPtr, gdImageCreateFromJpegPtr) \
    each(imageCreateFromPngPtr, gdImageCreateFromPngPtr) \
    each(imageCreateFromGifPtr, gdImageCreateFromGifPtr) \
    each(imageCreateFromWebpPtr, gdImageCreateFromWebpPtr) \
    each(imageJpegPtr, gdImageJpegPtr) \
    each(imagePngPtr, gdImagePngPtr) \
    each(imageWebpPtrEx, gdImageWebpPtrEx) \
    each(setErrorMethod, gdSetErrorMethod) \
    each(free, gdFree)

#define CGD_POINTER(member, function) __typeof__(function) *_Nonnull member;
// Constant once it has been set.
typedef struct __attribute__((swift_attr("@Sendable"))) {
    CGD_EACH_FUNCTION(CGD_POINTER)
} cgd_functions;

/// Finds the functions of libgd; returns the reason if that is not possible, and otherwise NULL.
///
/// On Linux, this loads the library from `file`; elsewhere, the program is linked with it.
static inline const char *_Nullable cgd_load(
    cgd_functions *_Nonnull functions, const char *_Nonnull file) {
#if defined(__linux__)
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
#define CGD_FIND(member, function) \
    if ((functions->member = (__typeof__(function) *)dlsym(library, #function)) == NULL) \
        return dlerror();
#else
    (void)file;
#define CGD_FIND(member, function) functions->member = function;
#endif
    CGD_EACH_FUNCTION(CGD_FIND)
    return NULL;
}
